import DBus
import FormEngine

extension Value {
    /// `a(uusa(uubs))`: of each block its place in the text, its status, and its cells, each with its place, whether it is
    /// filled, and what it shows. Places are in code points.
    static func maskBlocks(_ blocks: [MaskBlock]) -> Value {
        .array(
            "(uusa(uubs))",
            blocks.map { block in
                .structure([
                    .uint32(UInt32(clamping: block.range.start)), .uint32(UInt32(clamping: block.range.length)),
                    .string(block.status.rawValue),
                    .array("(uubs)", block.cells.map(maskCell)),
                ])
            }
        )
    }

    private static func maskCell(_ cell: MaskBlock.Cell) -> Value {
        .structure([
            .uint32(UInt32(clamping: cell.range.start)), .uint32(UInt32(clamping: cell.range.length)),
            .boolean(cell.isFilled), .string(cell.text),
        ])
    }
}
