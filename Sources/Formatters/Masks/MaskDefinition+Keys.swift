package import FormModel
package import Languages
package import Masks
import TextEditing

extension MaskDefinition: TextFormatterKind {
    package static let name = "mask"
    package static let about = "cells that take characters, and literals between them; see *Masks*"
    package static let keys = KeyTable<MaskDefinition>("a mask formatter") {
        Key("mask", \.mask, maskReader, isRequired: true)
        Key("notations", \.notations, MaskNotation.listReader, "additional symbols for cells")
        Key("autocomplete", \.autocomplete, .bool, "literals are shown before they are typed")
        Key("autoskip", \.autoskip, .bool, "a deletion skips literals")
        Key("affine", \.affineMasks, affineReader, "alternative masks; the mask that fits best is used")
        Key("affinity", \.affinity, .choice(), "how the best mask is determined")
        Key("reversed", \.isReversed, .bool, "the mask is filled from its end")
        Key("lenient", \.isLenient, .bool, "errors in the mask that the original library ignores are ignored")
        Key("compatibility", \.compatibility, .choice(), "edits have the same results as in this library")
        Key(
            "trunkPrefixes",
            \.trunkPrefixes,
            trunkReader,
            "leading digits of a pasted telephone number that are dropped if the number would not fit otherwise"
        )
        Key("digits", \.digits, .choice(), "the handling of digits of other scripts")
        Key("case", \.letterCase, .choice(), "the conversion of letters in cells")
    }

    static let maskReader = ValueReader.patternText("a mask")
    private static let affineReader = maskReader.list("affine masks", to: DefinitionLimits.maskParts)

    private static let trunkReader: ValueReader<[String]> = {
        let prefix = ValueReader.string(limit: 16).map("1 to 16 digits") { text, site, context -> String? in
            if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) { return text }
            return context.error("the trunk prefix \(quoted(text)) is not made of digits", at: site)
        }
        return prefix.list("trunk prefixes", to: DefinitionLimits.maskParts)
    }()

    package func check(_ object: JSONObject, _ context: DecodingContext) {
        guard let site = object["mask"] else { return }
        // Each mask is validated separately, so that a diagnostic points to the mask at fault.
        let affine = object["affine"]?.elements ?? []
        let sites = affine.count == affineMasks.count ? affine : Array(repeating: site, count: affineMasks.count)
        for (mask, site) in zip([mask] + affineMasks, [site] + sites) {
            var single = self
            single.mask = mask
            single.affineMasks = []
            single.checkFormatter("mask", at: site, context)
            for advice in single.advice { context.warning(advice, at: site) }
        }
        if affineMasks.isEmpty, let site = object["affinity"] {
            context.warning("an affinity chooses between masks, and there is only one", at: site)
        }
    }

    /// A cell takes up to 60 bytes.
    package var byteCount: Int { affineMasks.reduce(mask.utf8.count) { $0 + $1.utf8.count + 16 } * 60 }

    package func makeFormatter(_ symbols: any LocaleSymbols) throws -> any TextFormatter {
        compatibility == .inputMask ? try InputMaskFormatter(self) : try MaskFormatter(self)
    }
}

extension MaskFormatter: TextFormatter {}
extension InputMaskFormatter: TextFormatter {}
