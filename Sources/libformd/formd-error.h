#pragma once

#include <formd-types.h>

G_BEGIN_DECLS

/**
 * FORMD_ERROR:
 *
 * The domain of the errors of formd. Errors of other kinds, such as an unknown bus or a cancellation, keep the domain
 * of GIO.
 */
#define FORMD_ERROR (formd_error_quark())

/**
 * FormdError:
 * @FORMD_ERROR_FAILED: an error without a code of its own; its message begins with its name on D-Bus
 * @FORMD_ERROR_DISCONNECTED: formd or the bus was not reachable; it is unknown whether the call was performed
 * @FORMD_ERROR_PROTOCOL: what formd sent does not follow the contract, and was ignored
 * @FORMD_ERROR_UNKNOWN_FORM: no form with this name is installed
 * @FORMD_ERROR_INVALID_DEFINITION: the form definition has errors
 * @FORMD_ERROR_UNKNOWN_SESSION: there is no such session, or the caller has no role in it
 * @FORMD_ERROR_UNKNOWN_FIELD: the form has no field with this name, or no field has the focus
 * @FORMD_ERROR_SESSION_EXISTS: the caller already has a session with this token
 * @FORMD_ERROR_ACCESS_DENIED: the caller's role does not allow this
 * @FORMD_ERROR_NOT_VALID: the form is not valid, or the page that the user would leave
 * @FORMD_ERROR_DISABLED: the field is disabled
 * @FORMD_ERROR_ACTION_DISABLED: the field's definition does not allow this way to edit it
 * @FORMD_ERROR_OUT_OF_RANGE: a number or a position is out of range
 * @FORMD_ERROR_TEXT_TOO_LONG: the text is longer than formd accepts
 * @FORMD_ERROR_INVALID_TEXT: the field cannot have this text
 * @FORMD_ERROR_INVALID_ARGUMENT: an argument has a value that is not allowed
 * @FORMD_ERROR_STALE_REVISION: the revision of the session differs from `ifRevision`
 * @FORMD_ERROR_LIMIT_EXCEEDED: a limit was exceeded
 * @FORMD_ERROR_PLUGIN_UNAVAILABLE: a plug-in that the call needs cannot answer
 * @FORMD_ERROR_PENDING: the answer of a plug-in is not available yet
 * @FORMD_ERROR_CHECK_UNAVAILABLE: a rule could not be evaluated, so it is unknown whether the form is valid
 * @FORMD_ERROR_ALREADY_SUBMITTED: the form was submitted and has not been edited since
 * @FORMD_ERROR_STORE_UNAVAILABLE: the disk did not accept or return the session or the draft
 *
 * The errors of formd's contract, and the library's own first three.
 */
typedef enum {
    FORMD_ERROR_FAILED,
    FORMD_ERROR_DISCONNECTED,
    FORMD_ERROR_PROTOCOL,
    FORMD_ERROR_UNKNOWN_FORM,
    FORMD_ERROR_INVALID_DEFINITION,
    FORMD_ERROR_UNKNOWN_SESSION,
    FORMD_ERROR_UNKNOWN_FIELD,
    FORMD_ERROR_SESSION_EXISTS,
    FORMD_ERROR_ACCESS_DENIED,
    FORMD_ERROR_NOT_VALID,
    FORMD_ERROR_DISABLED,
    FORMD_ERROR_ACTION_DISABLED,
    FORMD_ERROR_OUT_OF_RANGE,
    FORMD_ERROR_TEXT_TOO_LONG,
    FORMD_ERROR_INVALID_TEXT,
    FORMD_ERROR_INVALID_ARGUMENT,
    FORMD_ERROR_STALE_REVISION,
    FORMD_ERROR_LIMIT_EXCEEDED,
    FORMD_ERROR_PLUGIN_UNAVAILABLE,
    FORMD_ERROR_PENDING,
    FORMD_ERROR_CHECK_UNAVAILABLE,
    FORMD_ERROR_ALREADY_SUBMITTED,
    FORMD_ERROR_STORE_UNAVAILABLE,
} FormdError;

GQuark formd_error_quark(void);

G_END_DECLS
