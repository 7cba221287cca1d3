package dev.agenthost.walk.picture;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A part of a message, as a platform shows it. */
public sealed interface ShownBlock {

    /** Returns its words. */
    String text();

    /**
     * Lines of text.
     *
     * @param heading level of a heading from 1; 0 for another text
     */
    record Paragraph(List<TextSpan> spans, int heading) implements ShownBlock {
        public Paragraph {
            spans = List.copyOf(spans);
        }

        static Paragraph plain(String text) {
            return new Paragraph(List.of(TextSpan.plain(text)), 0);
        }

        @Override
        public String text() {
            return TextSpan.text(spans);
        }
    }

    /**
     * An item of a list that the platform itself indents.
     *
     * @param marker bullet or number
     * @param depth from 0
     */
    record Item(String marker, int depth, List<TextSpan> spans) implements ShownBlock {
        public Item {
            spans = List.copyOf(spans);
        }

        @Override
        public String text() {
            return TextSpan.text(spans);
        }
    }

    /** A quotation. */
    record Quotation(List<TextSpan> spans) implements ShownBlock {
        public Quotation {
            spans = List.copyOf(spans);
        }

        @Override
        public String text() {
            return TextSpan.text(spans);
        }
    }

    /** A block of code, with its line feeds. */
    record Code(String text) implements ShownBlock {}

    /** A table of the platform; the first row is its head. */
    record Table(List<List<List<TextSpan>>> rows) implements ShownBlock {
        public Table {
            rows = List.copyOf(rows);
        }

        @Override
        public String text() {
            return rows.stream()
                    .map(row -> row.stream().map(TextSpan::text).collect(Collectors.joining(" ")))
                    .collect(Collectors.joining("\n"));
        }
    }

    /** An image file. */
    record Photo(byte[] png) implements ShownBlock {
        @Override
        public String text() {
            return "";
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Photo photo && Arrays.equals(png, photo.png);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(png);
        }
    }

    /** Buttons side by side. */
    record Buttons(List<Button> buttons) implements ShownBlock {
        public Buttons {
            buttons = List.copyOf(buttons);
        }

        static Buttons of(Stream<Button> buttons) {
            return new Buttons(buttons.toList());
        }

        @Override
        public String text() {
            return buttons.stream().map(Button::label).collect(Collectors.joining(" "));
        }

        Buttons pressed(String label) {
            return of(buttons.stream()
                    .map(button ->
                            button.label().equals(label) ? new Button(button.label(), button.tone(), true) : button));
        }
    }

    /** A button of a message. */
    record Button(String label, Tone tone, boolean isPressed) {
        /** The colour of a button, where the platform has any. */
        public enum Tone {
            NEUTRAL,
            PRIMARY,
            DANGER,
            /** It cannot be pressed. */
            DISABLED
        }

        static Button of(String label, Tone tone) {
            return new Button(label, tone, false);
        }
    }
}
