package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.Latencies;
import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Target;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.bench.testbed.LineProcess;
import dev.agenthost.bench.testbed.StreamFrame;
import dev.agenthost.bench.testbed.WireFrames;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs of a scripted peer of LangBot's SDK 0.5: a short answer, and a burst of 100,000 increments through each of the two
 * addresses.
 */
public final class PeerRuns implements Benchmark {
    private static final int A_SECOND = 20;
    private static final int INCREMENTS = 100_000;
    private static final double HELLO_P50_MILLISECONDS = 30;
    private static final double HELLO_P99_MILLISECONDS = 100;
    private static final double PONG_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String WELL = "run.completed";

    private record Burst(String way, double seconds, double longestPong, long missing) {}

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var direct = burst(box, "peer-direct", box.orchestratorAddress(), "run-orchestrator's own port", findings);
        var hello = new Latencies();
        try (var peer = peer(box, "peer-front", box.box().runnerAddress(), line -> {})) {
            box.serve("peer-front", ScriptedPeer.id("peer-front"), WireFrames.object());
            var loop = new OpenLoop(
                    new LoadSchedule(A_SECOND, durations.settling(), durations.atEachRate()), durations.patience());
            var seen = loop.run(hello(box, hello));
            findings.noteErrors(seen);
            report(findings, hello, seen.errors());
        }
        var front = burst(box, "peer-burst", box.box().runnerAddress(), "the front door", findings);
        report(findings, List.of(direct, front));
    }

    /** From the moment at which the 202 was read. */
    private static Target hello(BenchBox box, Latencies latencies) {
        return number -> {
            var read = new CompletableFuture<Long>();
            box.send("peer-front", "p-" + System.nanoTime(), "hello")
                    .thenCompose(accepted -> {
                        long acceptedAt = System.nanoTime();
                        return box.follow(accepted.stream(), frame -> {
                            if (frame.type().equals(WELL)) {
                                latencies.record(frame.at() - acceptedAt);
                                read.complete(frame.at());
                            }
                        });
                    })
                    .whenComplete((end, failure) -> read.completeExceptionally(
                            failure != null ? failure : new IOException("the stream ended before the answer")));
            return read;
        };
    }

    private static LineProcess peer(BenchBox box, String name, URI address, Consumer<String> lines) throws IOException {
        var command = JvmCommand.command();
        command.addAll(List.of(ScriptedPeer.class.getName(), address.toString(), name));
        return box.guest(name, command, lines);
    }

    private static Burst burst(BenchBox box, String name, URI address, String way, Findings findings) throws Exception {
        var longest = new AtomicLong();
        try (var peer = peer(box, name, address, line -> {
            if (line.startsWith("pong ")) {
                longest.accumulateAndGet(Long.parseLong(line.substring("pong ".length())), Math::max);
            } else {
                findings.note(name + ": " + line);
            }
        })) {
            box.serve(name, ScriptedPeer.id(name), WireFrames.object());
            longest.set(0);
            var text = new StringBuilder();
            var begin = new AtomicLong();
            var end = new AtomicLong();
            box.send(name, name, "burst " + INCREMENTS)
                    .thenCompose(accepted -> {
                        begin.set(System.nanoTime());
                        return box.follow(accepted.stream(), frame -> take(frame, text, end));
                    })
                    .toCompletableFuture()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            var seen = new Burst(
                    way,
                    end.get() == 0 ? Double.NaN : (end.get() - begin.get()) / 1e9,
                    longest.get() / 1e3,
                    end.get() == 0 ? expected().length() : missing(text.toString()));
            findings.note("burst by " + way + ": " + Findings.number(seen.seconds()) + " s, longest pong "
                    + Findings.number(seen.longestPong()) + " s, " + seen.missing() + " characters missing or wrong");
            return seen;
        }
    }

    private static void take(StreamFrame frame, StringBuilder text, AtomicLong end) {
        if (frame.type().equals("message.delta")) {
            try {
                text.append(ProtocolCodec.mapper()
                        .readTree(frame.data())
                        .at("/data/chunk/content")
                        .asText());
            } catch (IOException noJson) {
                text.append(noJson);
            }
        } else if (frame.type().equals(WELL)) {
            end.set(frame.at());
        }
    }

    static String expected() {
        var text = new StringBuilder();
        for (int i = 1; i <= INCREMENTS; i++) {
            text.append(ScriptedPeer.increment(i));
        }
        return text.toString();
    }

    /** Characters from the first that is not as it must be, of the longer of both. */
    static long missing(String seen) {
        var expected = expected();
        int same = 0;
        while (same < Math.min(seen.length(), expected.length()) && seen.charAt(same) == expected.charAt(same)) {
            same++;
        }
        return Math.max(seen.length(), expected.length()) - same;
    }

    private static void report(Findings findings, Latencies latencies, long errors) {
        var seen = latencies.summary();
        findings.add(new Figure(
                "peer",
                "`hello` accepted → final, scripted 0.5 peer, p50",
                seen.p50(),
                "ms",
                new Bound.AtMost(HELLO_P50_MILLISECONDS)));
        findings.add(new Figure(
                "peer",
                "`hello` accepted → final, scripted 0.5 peer, p99",
                seen.p99(),
                "ms",
                new Bound.AtMost(HELLO_P99_MILLISECONDS)));
        findings.add(new Figure("peer", "errors in these runs", errors, "", new Bound.AtMost(0)));
    }

    private static void report(Findings findings, List<Burst> bursts) {
        findings.add(new Figure(
                "peer",
                "burst of 100,000 increments: missing or wrong characters, both entrances",
                bursts.stream().mapToLong(Burst::missing).sum(),
                "",
                new Bound.AtMost(0)));
        findings.add(new Figure(
                "peer",
                "longest wait for a pong during the burst",
                bursts.stream().mapToDouble(Burst::longestPong).max().orElse(Double.NaN),
                "s",
                new Bound.AtMost(PONG_SECONDS)));
        findings.add(new Table(
                "Peer: a scripted plugin of LangBot's SDK 0.5",
                "The bench sends `hello` "
                        + A_SECOND
                        + " times a second; latency counts from the read of the 202, and the peer is connected through the front door.\n"
                        + "A burst is "
                        + INCREMENTS
                        + " increments that only the socket limits.\n"
                        + "The peer pings each second and closes the connection if a pong takes 20 s.",
                List.of("burst by", "seconds", "latest pong", "characters missing or wrong"),
                bursts.stream()
                        .map(burst -> List.of(
                                burst.way(),
                                Findings.number(burst.seconds()) + " s",
                                Findings.number(burst.longestPong()) + " s",
                                Long.toString(burst.missing())))
                        .toList()));
    }
}
