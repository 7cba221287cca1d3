package dev.agenthost.bench.scale;

import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Curve;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Plot;
import dev.agenthost.bench.report.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * B4: pages, state snapshots, searches and the intake of context-store, with a thousand rows and with the configured number, in a
 * box of its own.
 */
public final class ContextStoreScale {
    /** The promised number of rows. */
    public static final long ROWS = 10_000_000;

    private static final long FIRST = 1000;
    private static final long BETWEEN = 1_000_000;
    private static final double RATIO = 3;
    private static final double PAGE_MILLISECONDS = 5;
    private static final double SNAPSHOT_MILLISECONDS = 3;
    private static final double SEARCH_MILLISECONDS = 50;
    private static final double EVENTS_A_SECOND = 5000;
    private static final int TURNS = 20_000;
    private static final int TURNS_OF_A_LOOK = 2000;
    private static final int COMPARED = 200;
    private static final int ROUNDS_OF_INTAKE = 3;
    private static final Duration OF_QUESTIONS = Duration.ofSeconds(60);

    private final Path project;
    private final Path home;
    private final long rows;
    private final boolean quick;

    /**
     * @param home of the box, empty
     * @param rows at the end
     */
    public ContextStoreScale(Path project, Path home, long rows, boolean quick) {
        if (rows < FIRST) {
            throw new IllegalArgumentException("rows are at least " + FIRST + ", not " + rows);
        }
        this.project = project;
        this.home = home;
        this.rows = rows;
        this.quick = quick;
    }

    /** The measurements with one number of rows. */
    private record Outcome(
            long rows,
            long mebibytes,
            Summary page,
            Summary snapshot,
            Map<QueryLatency.Kind, Summary> first,
            Map<QueryLatency.Kind, Summary> searches,
            double ingest) {
        double slowest() {
            return slowest(searches);
        }

        double slowestFirst() {
            return slowest(first);
        }

        private static double slowest(Map<QueryLatency.Kind, Summary> searches) {
            return searches.values().stream().mapToDouble(Summary::p95).max().orElse(0);
        }

        long errors() {
            return page.errors()
                    + snapshot.errors()
                    + searches.values().stream().mapToLong(Summary::errors).sum();
        }
    }

    public void measure(Findings findings) throws Exception {
        var seen = new ArrayList<Outcome>();
        int turns = quick ? TURNS_OF_A_LOOK : TURNS;
        try (var store = ContextStoreBox.start(project, home, line -> {});
                var tables = new DataSeeder(store.database(), findings)) {
            warmUp(store, tables, turns, findings);
            Snapshots.fill(tables);
            for (long to : steps(rows)) {
                findings.note("filling up to " + to + " rows");
                tables.fill(to);
                var asked = new QueryLatency(store, tables.conversations());
                if (seen.isEmpty() && !quick) {
                    findings.note("warm-up of the questions, not measured");
                    asked.warmUp(OF_QUESTIONS);
                }
                var page = asked.pages();
                findings.noteErrors(page);
                var snapshot = new Snapshots(store).summarize();
                findings.noteErrors(snapshot);
                var first = new EnumMap<QueryLatency.Kind, Summary>(QueryLatency.Kind.class);
                for (var kind : QueryLatency.Kind.values()) {
                    first.put(kind, asked.firstTouches(kind, seen.size()));
                }
                var searches = new EnumMap<QueryLatency.Kind, Summary>(QueryLatency.Kind.class);
                for (var kind : QueryLatency.Kind.values()) {
                    var found = asked.searches(kind);
                    findings.noteErrors(found);
                    searches.put(kind, found);
                }
                double ingest = new Ingest(store.bootstrapServers(), tables, "in-" + to).run(turns);
                seen.add(new Outcome(to, tables.mebibytes(), page, snapshot, first, searches, ingest));
                findings.note(to + " rows: page p95 " + Findings.number(page.p95()) + " ms, snapshot p95 "
                        + Findings.number(snapshot.p95()) + " ms, search p95 "
                        + Findings.number(seen.getLast().slowestFirst()) + " ms at first and "
                        + Findings.number(seen.getLast().slowest()) + " ms warm, " + Findings.number(ingest)
                        + " records a second");
            }
        }
        report(findings, seen, turns);
    }

    /**
     * Warms up the intake, and fails if context-store gives a text other terms than the seeder: its rows would then prove nothing.
     */
    private void warmUp(ContextStoreBox store, DataSeeder tables, int turns, Findings findings) throws Exception {
        findings.note("warm-up of the intake, not measured");
        for (int round = 0; round < (quick ? 1 : ROUNDS_OF_INTAKE); round++) {
            new Ingest(store.bootstrapServers(), tables, "warm-" + round).run(turns);
        }
        var entries = IntStream.range(0, COMPARED)
                .mapToObj(turn -> Ingest.entry(turn / 2, turn % 2 == 1))
                .toList();
        long others = tables.otherTerms(entries);
        if (others > 0) {
            throw new IOException(others + " of " + COMPARED + " texts have other terms in context-store than here");
        }
    }

    static List<Long> steps(long rows) {
        var steps = new ArrayList<>(List.of(FIRST));
        if (rows > BETWEEN) {
            steps.add(BETWEEN);
        }
        if (rows > FIRST) {
            steps.add(rows);
        }
        return steps;
    }

    private static void report(Findings findings, List<Outcome> seen, int turns) {
        var first = seen.getFirst();
        var last = seen.getLast();
        var size = last.rows() + " rows";
        findings.add(new Figure(
                "B4",
                "history page, p95, " + size + " over " + first.rows(),
                last.page().p95() / first.page().p95(),
                "",
                new Bound.AtMost(RATIO)));
        findings.add(new Figure(
                "B4", "history page, p95, " + size, last.page().p95(), "ms", new Bound.AtMost(PAGE_MILLISECONDS)));
        findings.add(new Figure(
                "B4",
                "state snapshot, p95, " + size,
                last.snapshot().p95(),
                "ms",
                new Bound.AtMost(SNAPSHOT_MILLISECONDS)));
        findings.add(new Figure(
                "B4",
                "search, p95, the slowest kind, " + size + ", warm: repeated words",
                last.slowest(),
                "ms",
                new Bound.AtMost(SEARCH_MILLISECONDS)));
        findings.add(new Figure(
                "B4",
                "search, p95, the slowest kind, " + size + ", first touch: new words each time",
                last.slowestFirst(),
                "ms",
                new Bound.AtMost(SEARCH_MILLISECONDS)));
        findings.add(new Figure(
                "B4",
                "events written to the log a second, " + size,
                last.ingest() * Ingest.EVENTS_OF_A_RECORD,
                "/s",
                new Bound.AtLeast(EVENTS_A_SECOND)));
        findings.add(new Figure(
                "B4",
                "requests without an answer or without a result",
                seen.stream().mapToLong(Outcome::errors).sum(),
                "",
                new Bound.AtMost(0)));
        findings.add(plot(seen));
        var rows = new ArrayList<List<String>>();
        seen.forEach(at -> {
            rows.add(row(at, "page", at.page()));
            rows.add(row(at, "state snapshot", at.snapshot()));
            at.first().forEach((kind, found) -> rows.add(row(at, "search, first touch: " + kind.text(), found)));
            at.searches().forEach((kind, found) -> rows.add(row(at, "search, warm: " + kind.text(), found)));
        });
        findings.add(new Table(
                "B4: context-store at scale",
                "The bench copies rows into the tables of context-store: transcript entries and as many entries of the event log.\n"
                        + "A tenth belongs to one conversation, the others to conversations of 100 to 900.\n"
                        + "Two thirds are Latin and a third is Chinese; the frequency of a word is 1 divided by its rank, and the terms equal those of the analysis of context-store.\n"
                        + "The bench sends one REST request after another to the running process.\n"
                        + "Pages and warm searches follow as many equal requests; a first touch searches for new words before any warm search.\n"
                        + "A page has 50 entries; five pages in a row start at the newest entry, alternating between the large and any conversation.\n"
                        + "A state snapshot is the state at the start of a run: 60 values of three scopes, cursor and counts, and a raised fence.\n"
                        + "A search returns the best ten entries of the large conversation.",
                List.of("rows", "request", "count", "errors", "p50", "p95", "p99"),
                rows));
        findings.add(new Table(
                "B4: intake",
                "The bench sends "
                        + turns
                        + " events and as many records of results (a start, an answer of a message, an end: three events of the log) at once to 200 conversations.\n"
                        + "The time counts from the first send until the last record is applied.\n"
                        + "Size is that of the whole schema with its indexes, afterwards.",
                List.of("rows", "records a second", "events of the log a second", "size"),
                seen.stream()
                        .map(at -> List.of(
                                Long.toString(at.rows()),
                                Findings.number(at.ingest()),
                                Findings.number(at.ingest() * Ingest.EVENTS_OF_A_RECORD),
                                at.mebibytes() + " MB"))
                        .toList()));
    }

    private static Plot plot(List<Outcome> seen) {
        var curves = new ArrayList<>(List.of(curve("page", seen, Outcome::page)));
        for (var kind : QueryLatency.Kind.values()) {
            curves.add(curve(
                    kind.text(),
                    seen,
                    at -> Objects.requireNonNull(at.searches().get(kind))));
        }
        return new Plot(Plot.Axis.ROWS, curves);
    }

    private static Curve curve(String name, List<Outcome> seen, Function<Outcome, Summary> of) {
        return new Curve(
                name,
                seen.stream()
                        .map(at -> new Curve.Point(at.rows(), of.apply(at)))
                        .toList());
    }

    private static List<String> row(Outcome at, String what, Summary summary) {
        return List.of(
                Long.toString(at.rows()),
                what,
                Long.toString(summary.count()),
                Long.toString(summary.errors()),
                Findings.number(summary.p50()) + " ms",
                Findings.number(summary.p95()) + " ms",
                Findings.number(summary.p99()) + " ms");
    }
}
