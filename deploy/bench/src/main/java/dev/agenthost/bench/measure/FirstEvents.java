package dev.agenthost.bench.measure;

import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.local.plan.Demo;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** The first event on each partition: of a box that has just started, and after each service was killed. */
public final class FirstEvents {
    private static final int PARTITIONS = 12;
    private static final int SERIES = 3;
    private static final String WORKSPACE = "demo";
    private static final double AT_MOST_MILLISECONDS = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final EventId ANY = new EventId(new UUID(0, 0));

    private final Path project;
    private final Path home;

    public FirstEvents(Path project, Path home) {
        this.project = project;
        this.home = home;
    }

    public void measure(Findings findings) throws Exception {
        var series = new LinkedHashMap<String, List<double[]>>();
        for (int i = 0; i < SERIES; i++) {
            try (var box = BenchBox.startAsUpDoes(project, home.resolve(String.valueOf(i)), line -> {})) {
                round(box, "start", findings, series);
                for (var service : Service.values()) {
                    box.box().kill(service.module(), 1);
                    if (!box.box().awaitReady(PATIENCE)) {
                        throw new IOException(
                                "the box is not ready again: " + box.box().processes());
                    }
                    box.awaitRunner();
                    round(box, service.module() + " killed", findings, series);
                }
            }
        }
        var rows = new ArrayList<List<String>>();
        double most = 0;
        for (var entry : series.entrySet()) {
            double[] usual = usual(entry.getValue());
            double median = median(usual);
            double slowest = Arrays.stream(usual).max().orElseThrow();
            most = Math.max(most, slowest - median);
            rows.add(List.of(
                    entry.getKey(),
                    Findings.milliseconds(usual[0]),
                    Findings.milliseconds(median),
                    Findings.milliseconds(slowest),
                    Findings.milliseconds(slowest - median)));
        }
        findings.add(new Figure(
                "idle",
                "first event on each of 12 partitions, the slowest over the median, after a start and after each kill",
                most,
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Table(
                "Idle: the first event on each partition",
                "The events follow one another, each in a conversation of another partition, and count from the read of the 202 to the end of the answer.\n"
                        + "The first series begins as soon as a new box is ready, as `./agenthost up` starts it.\n"
                        + "Each further series begins as soon as the box is ready again after a service got SIGKILL.\n"
                        + "All series run three times, each time in a new box.\n"
                        + "The table has the median of the three times of the first, the second and each later event, so that a pause of the machine does not count as a slow event.",
                List.of("after", "first", "median", "slowest", "over the median"),
                rows));
    }

    private static void round(BenchBox box, String after, Findings findings, Map<String, List<double[]>> series)
            throws Exception {
        double[] seen = new double[PARTITIONS];
        for (int partition = 0; partition < PARTITIONS; partition++) {
            seen[partition] = one(box, conversation(partition));
        }
        findings.note(after + ": "
                + Arrays.stream(seen).mapToObj(Findings::milliseconds).toList());
        series.computeIfAbsent(after, key -> new ArrayList<>()).add(seen);
    }

    /** For each event in the order of sending, the median of its times in all series. */
    static double[] usual(List<double[]> series) {
        return IntStream.range(0, series.getFirst().length)
                .mapToDouble(event ->
                        median(series.stream().mapToDouble(seen -> seen[event]).toArray()))
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** In milliseconds. */
    private static double one(BenchBox box, String conversation) throws Exception {
        var begin = new AtomicLong();
        var end = new AtomicLong();
        box.send(Demo.BOT, conversation, "hello")
                .thenCompose(accepted -> {
                    begin.set(System.nanoTime());
                    return box.follow(accepted.stream(), frame -> {
                        if (frame.isTerminal()) {
                            end.set(frame.at());
                        }
                    });
                })
                .toCompletableFuture()
                .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (end.get() == 0) {
            throw new IOException("a run was not read to its end");
        }
        return (end.get() - begin.get()) / 1e6;
    }

    /** A new conversation whose records go to that partition. */
    static String conversation(int partition) {
        while (true) {
            String id = UUID.randomUUID().toString();
            if (ConversationKey.of(WORKSPACE, Demo.BOT, id, null, ANY).partition() == partition) {
                return id;
            }
        }
    }
}
