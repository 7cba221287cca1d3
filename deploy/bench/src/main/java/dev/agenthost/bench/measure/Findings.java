package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Plot;
import dev.agenthost.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The results of the measures so far. */
public final class Findings {
    private final List<Figure> figures = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<Plot> plots = new ArrayList<>();
    private final Consumer<String> progress;

    public Findings(Consumer<String> progress) {
        this.progress = progress;
    }

    public void add(Figure figure) {
        figures.add(figure);
        progress.accept(figure.measure() + "  " + figure.what() + ": " + figure.text() + "  (wanted " + figure.target()
                + (figure.isMet() ? ")" : ", missed)"));
    }

    public void add(Table table) {
        tables.add(table);
    }

    public void add(Plot plot) {
        plots.add(plot);
    }

    public void note(String what) {
        progress.accept("    " + what);
    }

    /** Prints the known reasons for the errors of a load. */
    public void noteErrors(Summary seen) {
        seen.reasons().forEach(why -> note("    " + why));
    }

    public List<Figure> figures() {
        return List.copyOf(figures);
    }

    public List<Table> tables() {
        return List.copyOf(tables);
    }

    public List<Plot> plots() {
        return List.copyOf(plots);
    }

    /** The cells of a table: count, errors, percentiles. */
    public static List<String> cells(Summary seen) {
        return List.of(
                Long.toString(seen.count()),
                Long.toString(seen.errors()),
                milliseconds(seen.p50()),
                milliseconds(seen.p95()),
                milliseconds(seen.p99()));
    }

    static String milliseconds(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f ms" : "%.0f ms", value);
    }

    public static String number(double value) {
        return Bound.number(value);
    }
}
