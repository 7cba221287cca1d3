package dev.agenthost.bench.report;

import java.util.List;

/** Curves over one axis, in a file of their own. */
public record Plot(Axis axis, List<Curve> curves) {
    /** The horizontal axis of a plot, and its file. */
    public enum Axis {
        LOAD("benchmarks.svg", "Latency against load", "offered events a second", false),
        ROWS("benchmarks-rows.svg", "Latency against rows", "rows", true);

        private final String file;
        private final String title;
        private final String unit;
        private final boolean logarithmic;

        Axis(String file, String title, String unit, boolean logarithmic) {
            this.file = file;
            this.title = title;
            this.unit = unit;
            this.logarithmic = logarithmic;
        }

        /** The name of the file, beside the document. */
        public String file() {
            return file;
        }

        String title() {
            return title;
        }

        String unit() {
            return unit;
        }

        boolean isLogarithmic() {
            return logarithmic;
        }
    }

    public Plot {
        curves = List.copyOf(curves);
    }
}
