package dev.agenthost.bench.cli;

import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.load.Schedule;
import dev.agenthost.bench.measure.Deaths;
import dev.agenthost.bench.measure.Deltas;
import dev.agenthost.bench.measure.Durations;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.measure.StartAndIdle;
import dev.agenthost.bench.measure.Throughput;
import dev.agenthost.bench.measure.WalkAndChain;
import dev.agenthost.bench.profile.Profile;
import dev.agenthost.bench.runner.BenchRunner;
import dev.agenthost.bench.walk.BenchBox;
import dev.agenthost.local.cache.StartCaches;
import dev.agenthost.local.training.Training;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "agenthost bench",
        description = {
            "Measures how fast the box is on this machine, against the floor of this machine.",
            "Starts boxes of its own; leave the machine alone meanwhile. About ten minutes for all.",
            "./agenthost bench soak --help: a steady load for long."
        },
        mixinStandardHelpOptions = true)
final class Measuring implements Callable<Integer> {
    /** A rate that a cold box can follow. */
    private static final int WARM_UP_RATE = 30;

    @Parameters(paramLabel = "MEASURE", description = "b1 b2 b3 b6 b7 b10 profile, or all (as when nothing is named).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "A look in a third of the time; its figures are rough.")
    private boolean quick;

    @Option(names = "--write-docs", description = "Put the figures into docs/benchmarks.md.")
    private boolean writeDocs;

    @Override
    public Integer call() throws Exception {
        var measures = Measure.named(names);
        var places = Places.here();
        var machine = Surroundings.machine();
        var findings = new Findings(System.out::println);
        if (StartCaches.possible()) {
            System.out.println("start-up caches, where they are missing");
            new Training(places.project(), line -> {}).run();
        }
        if (measures.contains(Measure.B6)) {
            System.out.println("B6: start and memory");
            new StartAndIdle(places.project(), places.freshHome("box-b6")).measure(findings);
        }
        if (!EnumSet.of(Measure.B6).containsAll(measures)) {
            onOneBox(measures, places, findings);
        }
        var command =
                "./agenthost bench " + (names.isEmpty() ? "all" : String.join(" ", names)) + (quick ? " --quick" : "");
        Kept.keep(places, "bench", machine, command, findings, writeDocs);
        return 0;
    }

    private void onOneBox(Set<Measure> measures, Places places, Findings findings) throws Exception {
        var durations = quick ? Durations.quick() : Durations.full();
        try (var box = BenchBox.start(places.project(), places.freshHome("box"), line -> {})) {
            warmUp(box, durations.warmUp());
            if (measures.contains(Measure.B1)) {
                System.out.println("B1: the walk and a bare chain");
                new WalkAndChain().measure(box, durations, findings);
            }
            if (measures.contains(Measure.B3)) {
                System.out.println("B3: deltas");
                new Deltas().measure(box, durations, findings);
            }
            if (measures.contains(Measure.B2) || measures.contains(Measure.B10)) {
                System.out.println("B2, B10: throughput");
                new Throughput().measure(box, durations, findings);
            }
            if (measures.contains(Measure.PROFILE) && Profile.isPossible()) {
                System.out.println("profile: whose code the processor's time goes into");
                new Profile(places.recordings()).measure(box, durations, findings);
            }
            if (measures.contains(Measure.B7)) {
                System.out.println("B7: deaths");
                new Deaths().measure(box, durations, findings);
            }
        }
    }

    private static void warmUp(BenchBox box, Duration time) throws InterruptedException {
        System.out.println("warm-up of " + time.toSeconds() + " s, not measured");
        new OpenLoop(new Schedule(WARM_UP_RATE, Duration.ZERO, time), Duration.ofMinutes(1))
                .run(box.untilRead(BenchRunner.deltas(20, 0), frame -> {}));
    }
}
