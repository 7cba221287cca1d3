package dev.agenthost.im.chat.text;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Node;

/**
 * Writes a table: in columns of fixed width if a phone can show them without wrapping lines, else each row as a short list of its cells
 * under the headings of their columns.
 */
final class TableWriter {
    /** Cells of a line of code on a phone (assumed). */
    static final int PHONE_WIDTH = 36;

    private static final String GAP = "  ";

    private TableWriter() {}

    static void write(TableBlock table, int widest, FormattedTextBuilder out) {
        List<TableCell> headings = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
            for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                if (row instanceof TableRow) {
                    rows.add(cells(row, headings, widest));
                }
            }
        }
        int[] widths = widths(rows);
        int total = GAP.length() * Math.max(0, widths.length - 1);
        for (int width : widths) {
            total += width;
        }
        if (total <= widest) {
            columns(rows, widths, headings, out);
        } else {
            lists(rows, out);
        }
    }

    private static List<String> cells(Node row, List<TableCell> headings, int widest) {
        List<String> cells = new ArrayList<>();
        for (Node node = row.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof TableCell cell) {
                if (cell.isHeader()) {
                    headings.add(cell);
                }
                MarkdownVisitor content = new MarkdownVisitor(widest);
                for (Node child = cell.getFirstChild(); child != null; child = child.getNext()) {
                    child.accept(content);
                }
                cells.add(content.text().text().replaceAll("\\s+", " ").strip());
            }
        }
        return cells;
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[rows.stream().mapToInt(List::size).max().orElse(0)];
        for (List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], DisplayWidth.of(row.get(column)));
            }
        }
        return widths;
    }

    private static void columns(
            List<List<String>> rows, int[] widths, List<TableCell> headings, FormattedTextBuilder out) {
        int from = out.length();
        for (int i = 0; i < rows.size(); i++) {
            if (i > 0) {
                out.append("\n");
            }
            out.append(line(rows.get(i), widths, headings).stripTrailing());
            if (i == 0 && rows.size() > 1) {
                List<String> rules = new ArrayList<>();
                for (int width : widths) {
                    rules.add("-".repeat(width));
                }
                out.append("\n").append(line(rules, widths, headings).stripTrailing());
            }
        }
        out.mark(TextEntity.Type.PRE, from, null);
    }

    private static String line(List<String> row, int[] widths, List<TableCell> headings) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            int padding = widths[column] - DisplayWidth.of(row.get(column));
            TableCell.Alignment alignment =
                    column < headings.size() ? headings.get(column).getAlignment() : null;
            int before = alignment == TableCell.Alignment.RIGHT
                    ? padding
                    : alignment == TableCell.Alignment.CENTER ? padding / 2 : 0;
            line.append(column == 0 ? "" : GAP)
                    .append(" ".repeat(before))
                    .append(row.get(column))
                    .append(" ".repeat(padding - before));
        }
        return line.toString();
    }

    private static void lists(List<List<String>> rows, FormattedTextBuilder out) {
        List<String> headings = rows.getFirst();
        if (rows.size() == 1) {
            out.append(String.join(" · ", headings));
        }
        for (int i = 1; i < rows.size(); i++) {
            List<String> row = rows.get(i);
            if (i > 1) {
                out.append("\n\n");
            }
            for (int column = 0; column < row.size(); column++) {
                int from = out.length();
                out.append(column == 0 ? row.get(column) : headings.get(column));
                out.mark(TextEntity.Type.BOLD, from, null);
                out.append(column == 0 ? "" : ": " + row.get(column));
                out.append(column < row.size() - 1 ? "\n" : "");
            }
        }
    }
}
