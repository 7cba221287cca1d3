package dev.agenthost.bench.cli;

import dev.agenthost.bench.graph.GraphTasks;
import dev.agenthost.bench.graph.RealModelTasks;
import dev.agenthost.bench.hostcalls.HostCallCost;
import dev.agenthost.bench.load.LoadSchedule;
import dev.agenthost.bench.load.OpenLoop;
import dev.agenthost.bench.measure.ConcurrentRuns;
import dev.agenthost.bench.measure.DeltaLatency;
import dev.agenthost.bench.measure.Durations;
import dev.agenthost.bench.measure.EndToEndLatency;
import dev.agenthost.bench.measure.Findings;
import dev.agenthost.bench.measure.FirstDelta;
import dev.agenthost.bench.measure.FirstEvents;
import dev.agenthost.bench.measure.HostileRunners;
import dev.agenthost.bench.measure.LargeArtifact;
import dev.agenthost.bench.measure.OpenRuns;
import dev.agenthost.bench.measure.PeerRuns;
import dev.agenthost.bench.measure.Profile;
import dev.agenthost.bench.measure.RecoveryAfterKill;
import dev.agenthost.bench.measure.SlowChat;
import dev.agenthost.bench.measure.StartAndIdle;
import dev.agenthost.bench.measure.Throughput;
import dev.agenthost.bench.measure.WebhookLatency;
import dev.agenthost.bench.scale.ContextStoreScale;
import dev.agenthost.bench.testbed.BenchBox;
import dev.agenthost.bench.testbed.BenchRunner;
import dev.agenthost.local.box.AotCaches;
import dev.agenthost.local.box.CacheTraining;
import dev.agenthost.local.model.ChatModel;
import dev.agenthost.local.model.ModelFile;
import dev.agenthost.local.plan.Compilation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "agenthost bench",
        description = {
            "Measures how fast the box is on this machine, against the floor of this machine.",
            "Starts boxes of its own; leave the machine alone meanwhile.",
            "./agenthost bench soak --help: a steady load for long."
        },
        mixinStandardHelpOptions = true)
final class MeasureCommand implements Callable<Integer> {
    /** A rate that a cold box can follow. */
    private static final int WARM_UP_RATE = 60;

    @Parameters(paramLabel = "MEASURE", description = Measure.NAMES + ", or all but b4 (as when nothing is named).")
    private List<String> names = new ArrayList<>();

    @Option(names = "--quick", description = "A look in less time; its figures are rough.")
    private boolean quick;

    @Option(
            names = "--write-docs",
            description =
                    "Put the figures into docs/benchmarks.md: in place of all of them, or of those of the measures that are named.")
    private boolean writeDocs;

    @Option(
            names = "--rows",
            defaultValue = "10000000",
            description = "b4: rows in the end (default: ${DEFAULT-VALUE}).")
    private long rows;

    @Option(names = "--open-runs", defaultValue = "2000", description = "b9: runs to hold (default: ${DEFAULT-VALUE}).")
    private int openRuns;

    @Option(
            names = "--at-once",
            defaultValue = "2000",
            description = "crowd: runs to say at once (default: ${DEFAULT-VALUE}).")
    private int atOnce;

    @Option(names = "--durable-only", description = "graph: only the three durable steps, without the tasks.")
    private boolean durableOnly;

    @Option(
            names = "--model-file",
            description =
                    "graph: do the tasks with the real model of this file, which has name, key and url as extra/model.properties of a box.")
    private @Nullable Path modelFile;

    /** The command, whose help has the expected duration of all measures. */
    static CommandSpec withPlan() {
        var spec = CommandSpec.forAnnotatedObject(new MeasureCommand());
        var all = Measure.named(List.of());
        spec.usageMessage()
                .footer("All (b4 is not among them) takes "
                        + DurationPlan.full(0).text(all) + ", with --quick "
                        + DurationPlan.quick(0).text(all) + ".");
        return spec;
    }

    @Override
    public Integer call() throws Exception {
        var measures = Measure.named(names);
        var plan = plan();
        System.out.println("planned: " + plan.text(measures));
        var places = BenchPaths.here();
        var machine = BenchEnvironment.machine();
        var findings = new Findings(System.out::println);
        if (AotCaches.possible()) {
            System.out.println("start-up caches, where they are missing");
            // A start is measured as people start a box; all else as it runs in a cluster, after a while.
            if (measures.contains(Measure.B6)) {
                new CacheTraining(places.project(), Compilation.FIRST_LEVEL, line -> {}).run();
            }
            if (!EnumSet.of(Measure.B6).containsAll(measures)) {
                new CacheTraining(places.project(), Compilation.ALL_LEVELS, line -> {}).run();
            }
        }
        if (measures.contains(Measure.B6)) {
            System.out.println("B6: start and memory");
            new StartAndIdle(places.project(), places.freshHome("box-b6")).measure(findings);
        }
        if (measures.contains(Measure.IDLE)) {
            System.out.println("Idle: the first event on each partition");
            new FirstEvents(places.project(), places.freshHome("box-idle")).measure(findings);
        }
        if (measures.contains(Measure.B4)) {
            System.out.println("B4: context-store with " + rows + " rows");
            try {
                new ContextStoreScale(places.project(), places.freshHome("box-b4"), rows, quick).measure(findings);
            } finally {
                // Gigabytes.
                places.freshHome("box-b4");
            }
        }
        if (measures.contains(Measure.ARTIFACT)) {
            System.out.println("Artifact: a large one in and out of context-store");
            try {
                new LargeArtifact(places.project(), places.freshHome("box-artifact"), quick).measure(findings);
            } finally {
                places.freshHome("box-artifact");
            }
        }
        if (measures.contains(Measure.GRAPH)) {
            System.out.println("Graph: tasks as graphs of actions and as loops of tool calls");
            graph(places, plan, findings);
        }
        if (measures.contains(Measure.WEBHOOK)) {
            System.out.println("Webhook: the answers to webhooks");
            new WebhookLatency(places.project(), places.freshHome("box-webhook"), plan.durations()).measure(findings);
        }
        if (measures.contains(Measure.SLOW)) {
            System.out.println("Slow: a chat that takes one call a second");
            new SlowChat(places.project(), places.freshHome("box-slow"), plan.durations()).measure(findings);
        }
        if (!Measure.ALONE.containsAll(measures)) {
            onOneBox(measures, places, findings);
        }
        var command = "./agenthost bench " + (names.isEmpty() ? "all" : String.join(" ", names))
                + (quick ? " --quick" : "") + (durableOnly ? " --durable-only" : "");
        ReportWriter.write(places, "bench", machine, command, findings, inDocument());
        return 0;
    }

    private DurationPlan plan() {
        var plan = quick ? DurationPlan.quick(rows) : DurationPlan.full(rows);
        return durableOnly ? new DurationPlan(plan.durations(), plan.graph().durableOnly(), rows) : plan;
    }

    private void graph(BenchPaths places, DurationPlan plan, Findings findings) throws Exception {
        var home = places.freshHome("box-graph");
        if (modelFile == null) {
            new GraphTasks(places.project(), home, plan.graph()).measure(findings);
            return;
        }
        if (!(ModelFile.read(modelFile).orElse(null) instanceof ChatModel.Named real)) {
            throw new IllegalArgumentException("--model-file: there is no file " + modelFile);
        }
        new RealModelTasks(places.project(), home, real).measure(findings);
    }

    private ReportWriter.InDocument inDocument() {
        if (!writeDocs) {
            return ReportWriter.InDocument.NOT;
        }
        return names.isEmpty() || names.contains("all")
                ? ReportWriter.InDocument.ALONE
                : ReportWriter.InDocument.AMONG_OTHERS;
    }

    private void onOneBox(Set<Measure> measures, BenchPaths places, Findings findings) throws Exception {
        var durations = quick ? Durations.quick() : Durations.full();
        try (var box = BenchBox.start(places.project(), places.freshHome("box"), line -> {})) {
            warmUp(box, durations.warmUp());
            if (measures.contains(Measure.B1)) {
                System.out.println("B1: the walk and a bare chain");
                new EndToEndLatency().measure(box, durations, findings);
            }
            if (measures.contains(Measure.B3)) {
                System.out.println("B3: deltas");
                new DeltaLatency().measure(box, durations, findings);
            }
            if (measures.contains(Measure.B2) || measures.contains(Measure.B10)) {
                System.out.println("B2, B10: throughput");
                new Throughput().measure(box, durations, findings);
            }
            if (measures.contains(Measure.FIRST)) {
                System.out.println("First: the first delta with 200 at once");
                new FirstDelta().measure(box, durations, findings);
            }
            if (measures.contains(Measure.CROWD)) {
                System.out.println("Crowd: " + atOnce + " runs at once");
                new ConcurrentRuns(atOnce).measure(box, durations, findings);
            }
            if (measures.contains(Measure.B9)) {
                System.out.println("B9: " + openRuns + " open runs");
                new OpenRuns(openRuns).measure(box, durations, findings);
            }
            if (measures.contains(Measure.FLOOD)) {
                System.out.println("Flood: runners that do harm");
                new HostileRunners().measure(box, durations, findings);
            }
            if (measures.contains(Measure.PEER)) {
                System.out.println("Peer: a scripted plugin of LangBot's SDK 0.5");
                new PeerRuns().measure(box, durations, findings);
            }
            if (measures.contains(Measure.B5)) {
                System.out.println("B5: calls of runners");
                new HostCallCost().measure(box, durations, findings);
            }
            if (measures.contains(Measure.PROFILE) && Profile.isPossible()) {
                System.out.println("profile: whose code the processor's time goes into");
                new Profile(places.recordings()).measure(box, durations, findings);
            }
            if (measures.contains(Measure.B7)) {
                System.out.println("B7: deaths");
                new RecoveryAfterKill().measure(box, durations, findings);
            }
        }
    }

    private static void warmUp(BenchBox box, Duration time) throws InterruptedException {
        System.out.println("warm-up of " + time.toSeconds() + " s, not measured");
        new OpenLoop(new LoadSchedule(WARM_UP_RATE, Duration.ZERO, time), Duration.ofMinutes(1))
                .run(box.untilRead(BenchRunner.deltas(20, 0), frame -> {}));
    }
}
