import FormImport
import FormModel

extension SurveyImporter {
    /// The questions in a row of a group, by their names in the row. Those of a group inside the row are columns.
    func namesInRow(of group: JSONObject, depth: Int = 0) -> [String: ImportedName] {
        let isMatrix = group["type"]?.string == "matrixdynamic"
        var known: [String: ImportedName] = [:]
        for part in isMatrix ? columns(of: group) : children(of: group) {
            guard let name = part["name"]?.string else { continue }
            let type = part[isMatrix ? "cellType" : "type"]?.string ?? ""
            if type == "panel", depth < 16 {
                known.merge(namesInRow(of: part, depth: depth)) { first, _ in first }
                continue
            }
            let field = Self.legal(name)
            known[name] = ImportedName(field: field, Self.kind(type))
            guard Self.groups.contains(type), depth + 1 < DefinitionLimits.groupDepth else { continue }
            for (inner, part) in namesInRow(of: part, depth: depth + 1) {
                known["\(name).\(inner)"] = ImportedName(field: "\(field).\(part.field)", part.kind)
            }
        }
        return known
    }

    static let groups: Set = ["paneldynamic", "matrixdynamic"]
}
