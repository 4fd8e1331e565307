#pragma once

/* libformd: a form session of formd as GObjects. The pages of FormdSession and FormdField describe how to use it. */

#include <formd-error.h>
#include <formd-field.h>
#include <formd-object.h>
#include <formd-options.h>
#include <formd-properties.h>
#include <formd-session.h>
