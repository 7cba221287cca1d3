package dev.agenthost.bench.measure;

import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Summary;
import dev.agenthost.bench.load.Target;
import dev.agenthost.bench.relay.Leg;
import dev.agenthost.bench.relay.Leg.Send;
import dev.agenthost.bench.relay.Relay;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Curve;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Plot;
import dev.agenthost.bench.report.Table;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.JvmCommand;
import dev.agenthost.protocol.topic.Topics;
import java.util.ArrayList;
import java.util.List;

/** B1: an event in until its answer is read, over a bare chain of as many hops; for several offered rates. */
public final class EndToEndLatency implements Benchmark {
    /** At which the two are compared: a machine that is at work and not at its end. */
    private static final int COMPARED_AT = 50;

    private static final double AT_MOST = 3;
    private static final String FIRST = "bench.chain.events";
    private static final String SECOND = "bench.chain.requests";
    private static final String LAST = "bench.chain.results";

    @Override
    public void measure(BenchBox box, Durations durations, Findings findings) throws Exception {
        var broker = box.box().bootstrapServers();
        var before = TopicSizes.of(broker, Shape.WALK);
        var walk = curve("walk", box.untilRead("hello", frame -> {}), durations, findings);
        long runs = durations.rates().stream()
                .mapToLong(rate -> schedule(rate, durations).count())
                .sum();
        var shape = Shape.between(before, TopicSizes.of(broker, Shape.WALK), (int) runs);
        Curve chain;
        var legs = List.of(
                new Leg(FIRST, List.of(new Send(SECOND, 1, shape.bytes(Topics.RUN_REQUESTS)))),
                new Leg(SECOND, List.of(new Send(LAST, 1, shape.bytes(Topics.RUN_RESULTS)))));
        var log = box.log("bench-chain");
        try (var relay =
                Relay.start(JvmCommand.command(), broker, log, FIRST, shape.bytes(Topics.EVENTS), LAST, legs)) {
            new OpenLoop(new LoadSchedule(200, durations.settling(), durations.settling()), durations.patience())
                    .run(relay);
            chain = curve("bare chain", relay, durations, findings);
        }
        findings.add(new Plot(Plot.Axis.LOAD, List.of(walk, chain)));
        var slow = at(walk, COMPARED_AT);
        var floor = at(chain, COMPARED_AT);
        findings.add(new Figure(
                "B1",
                "event in → answer read, p50, over a bare chain of three hops, at " + COMPARED_AT + "/s",
                slow.p50() / floor.p50(),
                "",
                new Bound.AtMost(AT_MOST)));
        findings.add(table(walk, chain));
    }

    private static Curve curve(String name, Target target, Durations durations, Findings findings)
            throws InterruptedException {
        var points = new ArrayList<Curve.Point>();
        for (int rate : durations.rates()) {
            var seen = new OpenLoop(schedule(rate, durations), durations.patience()).run(target);
            points.add(new Curve.Point(rate, seen));
            findings.note(name + " at " + rate + "/s: " + String.join(", ", Findings.cells(seen)));
            findings.noteErrors(seen);
        }
        return new Curve(name, points);
    }

    private static LoadSchedule schedule(int rate, Durations durations) {
        return new LoadSchedule(rate, durations.settling(), durations.atEachRate());
    }

    private static Summary at(Curve curve, int rate) {
        return curve.points().stream()
                .filter(point -> point.at() == rate)
                .findFirst()
                .orElseThrow()
                .seen();
    }

    private static Table table(Curve... curves) {
        var rows = new ArrayList<List<String>>();
        for (var curve : curves) {
            for (var point : curve.points()) {
                var row = new ArrayList<>(List.of(curve.name(), Findings.number(point.at()) + "/s"));
                row.addAll(Findings.cells(point.seen()));
                rows.add(row);
            }
        }
        return new Table(
                "B1: latency against load",
                "Latency counts from the time at which an event was due (no coordinated omission) until the end of the answer was read from the live stream.\n"
                        + "The path is HTTP in, three topics, a run in a runner of its own, HTTP out.\n"
                        + "The bare chain carries records of the same size over three topics with the same partitions, with plain clients (`acks=all`, `linger.ms=0`), and does nothing else.",
                List.of("", "offered", "count", "errors", "p50", "p95", "p99"),
                rows);
    }
}
