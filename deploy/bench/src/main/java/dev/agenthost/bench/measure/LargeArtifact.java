package dev.agenthost.bench.measure;

import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.report.Figure;
import dev.agenthost.bench.report.Table;
import dev.agenthost.local.box.Box;
import dev.agenthost.local.box.BoxOptions;
import dev.agenthost.local.box.BoxState.ProcessState;
import dev.agenthost.local.plan.BoxLayout;
import dev.agenthost.local.plan.BoxPlan;
import dev.agenthost.local.plan.Compilation;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** 1 GiB into context-store by PATCHes and out by ranges: the live heap meanwhile. In a box of its own. */
public final class LargeArtifact {
    private static final int MIB = 1024 * 1024;
    private static final int PART = 16 * MIB;
    private static final long FULL = 1024L * MIB;
    private static final long QUICK = 128L * MIB;
    private static final double HEAP_MIB = 64;
    /** Bytes of the warm-up in each direction, so that all classes are loaded before the measurement. */
    private static final long WARM = 2L * PART;

    private static final Set<String> LEFT = Set.of(BoxPlan.KAFKA, BoxPlan.POSTGRES, Service.CONTEXT_STORE.module());

    private final Path project;
    private final Path home;
    private final long size;

    public LargeArtifact(Path project, Path home, boolean quick) {
        this.project = project;
        this.home = home;
        this.size = quick ? QUICK : FULL;
    }

    /**
     * @param most live, in mebibytes
     * @param looks number of samples
     */
    private record Way(double seconds, double most, int looks) {
        double rate(long bytes) {
            return bytes / (double) MIB / seconds;
        }
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    public void measure(Findings findings) throws Exception {
        try (var box = Box.start(new BoxOptions(new BoxLayout(project, home), 1, FreePorts.next(), Map.of(), line -> {})
                .with(Compilation.ALL_LEVELS))) {
            var store = alone(box);
            try (var door = new ArtifactClient(URI.create("http://127.0.0.1:" + store.port()), box.apiKey())) {
                var small = door.begin(WARM);
                in(door, small, WARM);
                out(door, small, WARM);
                double before = Heap.afterCollection(store.pid());
                findings.note("at rest: " + Findings.number(before) + " MB live");

                var large = door.begin(size);
                var in = watched(store.pid(), () -> in(door, large, size));
                findings.note("in: " + text(in));
                var out = watched(store.pid(), () -> out(door, large, size));
                findings.note("out: " + text(out));
                report(findings, before, in, out, Heap.afterCollection(store.pid()));
            }
        }
    }

    /** Holds all other processes, and returns context-store. */
    private static ProcessState alone(Box box) {
        for (var process : box.processes()) {
            if (!LEFT.contains(process.name())) {
                box.hold(process.name(), process.replica());
            }
        }
        return box.processes().stream()
                .filter(process -> process.name().equals(Service.CONTEXT_STORE.module()))
                .findFirst()
                .orElseThrow();
    }

    private static Way watched(long pid, Work work) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        try (var heap = new LiveHeap(pid)) {
            work.run();
            return new Way((System.nanoTime() - begin) / 1e9, heap.most(), heap.looks());
        }
    }

    private static void in(ArtifactClient door, ArtifactClient.Begun upload, long size)
            throws IOException, InterruptedException {
        for (long at = 0; at < size; at += PART) {
            door.append(upload, at, Bytes.part(at, (int) Math.min(PART, size - at)));
        }
    }

    private static void out(ArtifactClient door, ArtifactClient.Begun upload, long size)
            throws IOException, InterruptedException {
        for (long at = 0; at < size; at += PART) {
            int length = (int) Math.min(PART, size - at);
            if (!Arrays.equals(door.range(upload, at, length), Bytes.part(at, length))) {
                throw new IOException("other bytes come out from " + at + " on than went in");
            }
        }
    }

    private String text(Way way) {
        return Findings.number(way.rate(size)) + " MB/s, at most " + Findings.number(way.most()) + " MB live";
    }

    private void report(Findings findings, double before, Way in, Way out, double after) {
        double most = Math.max(in.most(), out.most()) - before;
        findings.add(new Figure(
                "artifact",
                size / MIB + " MiB in and out of context-store: largest live heap above rest",
                most,
                "MB",
                new Bound.AtMost(HEAP_MIB)));
        findings.add(new Table(
                "Artifact: " + size / MIB + " MiB in and out",
                "The bench uploads one artifact by PATCHes of 16 MiB, downloads it by ranges of the same size, and compares each byte.\n"
                        + "It calls context-store directly; the other services are stopped.\n"
                        + "*Live* is the heap after a collection, requested twice a second, which slows the transfer.\n"
                        + "At rest it is "
                        + Findings.number(before)
                        + " MB before and "
                        + Findings.number(after)
                        + " MB after.",
                List.of("way", "time", "MB/s", "live, the most", "collections"),
                List.of(row("in", in), row("out", out))));
    }

    private List<String> row(String name, Way way) {
        return List.of(
                name,
                Findings.number(way.seconds()) + " s",
                Findings.number(way.rate(size)),
                Findings.number(way.most()) + " MB",
                Integer.toString(way.looks()));
    }
}
