package dev.agenthost.walk.picture;

import dev.agenthost.walk.picture.ChatPicture.Panel;
import dev.agenthost.walk.picture.ShownMessage.Author;
import java.util.List;
import java.util.Locale;

/** Draws a conversation as an SVG without scripts and fonts, on a light or a dark ground as the viewer prefers. */
public final class ChatSvg {
    private static final double PANEL = 340;
    private static final double MARGIN = 18;
    private static final double TOP = 62;
    private static final double TITLE = 28;
    private static final double INSET = 12;
    private static final double PADDING = 12;
    private static final double FOOT = 40;
    private static final double BETWEEN = 10;

    private static final String STYLE = """
            text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,'Liberation Sans',sans-serif;font-size:15px;fill:#1c2733}
            .ground{fill:#eef1f5}.panel{fill:#fbfcfd;stroke:#d9dfe6}.agent{fill:#ffffff;stroke:#d3dae2}.person{fill:ACCENT}
            .growing{stroke-dasharray:5 4;stroke:ACCENT;stroke-width:1.5}.notice{fill:#e9edf2}
            .title{font-size:19px;font-weight:700}.chat,.small{fill:#5b6875;font-size:13px}.small{font-size:12px}.step{font-size:14px;font-weight:600}
            .of-person{fill:#ffffff}.heading{font-weight:700}.h1{font-size:19px}.h2{font-size:17px}.h3{font-size:16px}
            .bold{font-weight:700}.italic{font-style:italic}.strike{text-decoration:line-through}.link{fill:#1a66c9;text-decoration:underline}
            .code,.mono{font-family:ui-monospace,Menlo,Consolas,'Liberation Mono',monospace;font-size:13px}.code{fill:#a03b6b}.mono{font-size:12.5px}
            .code-box{fill:#f1f4f7;stroke:#e0e5eb}.table{fill:none;stroke:#cfd7df}.rule{fill:#dde3e9}.bar{fill:#b4bec9}
            .button{fill:#f4f6f9;stroke:#c4cdd7}.button.primary{fill:ACCENT;stroke:ACCENT}.button.danger{fill:#c93c3c;stroke:#c93c3c}
            .label{font-size:14px;font-weight:600}.on-primary,.on-danger{fill:#ffffff}.press{fill:none;stroke:#e0a100;stroke-width:2.5}
            @media (prefers-color-scheme:dark){
            text{fill:#e3e9ef}.ground{fill:#11161c}.panel{fill:#182029;stroke:#2b3742}.agent{fill:#222d38;stroke:#33414e}.notice{fill:#2a3541}
            .chat,.small{fill:#9aa8b5}.of-person{fill:#ffffff}.link{fill:#7db4ff}.code{fill:#f0a3c5}.code-box{fill:#161d25;stroke:#2f3b47}
            .table{stroke:#3d4b58}.rule{fill:#33404c}.button{fill:#2c3844;stroke:#465563}.growing{stroke:ACCENT}.on-primary,.on-danger{fill:#ffffff}}
            """;

    private ChatSvg() {}

    /** Returns the picture; equal pictures have equal bytes. */
    public static String of(ChatPicture picture) {
        List<Panel> panels = picture.panels();
        double width = 2 * MARGIN + panels.size() * PANEL + (panels.size() - 1) * MARGIN;
        SvgElements messages = new SvgElements();
        double bottom = TOP;
        for (int i = 0; i < panels.size(); i++) {
            bottom = Math.max(bottom, messages(panels.get(i), MARGIN + i * (PANEL + MARGIN) + INSET, messages));
        }
        SvgElements all = new SvgElements();
        double height = bottom + INSET + FOOT;
        all.box("ground", 0, 0, width, height, 14);
        all.text("title", MARGIN, 32, "start", picture.platform());
        all.text("chat", width - MARGIN, 32, "end", picture.chat());
        for (int i = 0; i < panels.size(); i++) {
            double x = MARGIN + i * (PANEL + MARGIN);
            all.text(
                    "step",
                    x + 2,
                    TOP + 4,
                    "start",
                    (i + 1) + "  " + panels.get(i).title());
            all.box("panel", x, TOP + TITLE - 12, PANEL, bottom + INSET - TOP - TITLE + 12, 10);
        }
        all.append(messages);
        all.text("small", MARGIN, height - 15, "start", picture.caption());
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\">%n"
                                + "<title>%s</title>%n<style>%n",
                        width,
                        height,
                        width,
                        SvgElements.escaped(picture.caption()))
                + STYLE.replace("ACCENT", picture.accent())
                + "</style>\n"
                + all
                + "</svg>\n";
    }

    private static double messages(Panel panel, double left, SvgElements to) {
        double y = TOP + TITLE + BETWEEN / 2;
        for (int i = 0; i < panel.messages().size(); i++) {
            boolean isGrowing = panel.isGrowing() && i == panel.messages().size() - 1;
            y = message(panel.messages().get(i), isGrowing, left, y, to) + BETWEEN;
        }
        return y - BETWEEN;
    }

    private static double message(ShownMessage message, boolean isGrowing, double left, double top, SvgElements to) {
        double width = PANEL - 2 * INSET;
        boolean isOfPerson = message.author() == Author.PERSON;
        double y = top;
        if (!message.place().isEmpty()) {
            to.text("small", left + 2, y + 11, "start", message.place());
            y += 17;
        }
        BlockPainter measured = painted(message, left, y);
        double needed = measured.widest() + 2 * PADDING;
        double x = isOfPerson ? left + width - needed : left;
        BlockPainter content = isOfPerson ? painted(message, x, y) : measured;
        double height = content.bottom() + PADDING - y;
        to.box(classes(message.author(), isGrowing), x, y, needed, height, 12);
        to.append(content.elements());
        return y + height;
    }

    private static BlockPainter painted(ShownMessage message, double left, double top) {
        BlockPainter painter = new BlockPainter(
                left + PADDING, top + PADDING - 2, PANEL - 2 * INSET - 2 * PADDING, message.author() == Author.PERSON);
        painter.paint(message.blocks());
        return painter;
    }

    private static String classes(Author author, boolean isGrowing) {
        return switch (author) {
            case PERSON -> "person";
            case AGENT -> isGrowing ? "agent growing" : "agent";
            case NOTICE -> "notice";
        };
    }
}
