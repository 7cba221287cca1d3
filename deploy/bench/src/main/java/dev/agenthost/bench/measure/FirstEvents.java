package dev.agenthost.bench.measure;

import dev.agenthost.bench.figure.Bound;
import dev.agenthost.bench.figure.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.walk.BenchBox;
import dev.agenthost.local.seed.Demo;
import dev.agenthost.local.settings.Service;
import dev.agenthost.protocol.id.EventId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The first event on each partition: of a box that has just started, and after each service was killed. */
public final class FirstEvents {
    private static final int PARTITIONS = 12;
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
        var rows = new ArrayList<List<String>>();
        double most = 0;
        try (var box = BenchBox.startAsUpDoes(project, home, line -> {})) {
            most = Math.max(most, round(box, "start", findings, rows));
            for (var service : Service.values()) {
                box.box().kill(service.module(), 1);
                if (!box.box().awaitReady(PATIENCE)) {
                    throw new IOException(
                            "the box is not ready again: " + box.box().processes());
                }
                box.awaitRunner();
                most = Math.max(most, round(box, service.module() + " killed", findings, rows));
            }
        }
        findings.add(new Figure(
                "idle",
                "first event on each of 12 partitions, the slowest over the median, after a start and after each kill",
                most,
                "ms",
                new Bound.AtMost(AT_MOST_MILLISECONDS)));
        findings.add(new Table(
                "Idle: the first event on each partition",
                "One event after the other, each in a conversation of another partition, from the moment at which its 202 was read to the end of its"
                        + " answer: as soon as a fresh box is ready, as `./agenthost up` starts it, and as soon as it is ready again after a service got SIGKILL.",
                List.of("after", "median", "slowest", "over the median"),
                rows));
    }

    private static double round(BenchBox box, String after, Findings findings, List<List<String>> rows)
            throws Exception {
        double[] seen = new double[PARTITIONS];
        for (int partition = 0; partition < PARTITIONS; partition++) {
            seen[partition] = one(box, conversation(partition));
        }
        findings.say(after + ": "
                + Arrays.stream(seen).mapToObj(Findings::milliseconds).toList());
        Arrays.sort(seen);
        double median = (seen[PARTITIONS / 2 - 1] + seen[PARTITIONS / 2]) / 2;
        double slowest = seen[PARTITIONS - 1];
        rows.add(List.of(
                after,
                Findings.milliseconds(median),
                Findings.milliseconds(slowest),
                Findings.milliseconds(slowest - median)));
        return slowest - median;
    }

    /** In milliseconds. */
    private static double one(BenchBox box, String conversation) throws Exception {
        var begin = new AtomicLong();
        var end = new AtomicLong();
        box.say(Demo.BOT, conversation, "hello")
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
