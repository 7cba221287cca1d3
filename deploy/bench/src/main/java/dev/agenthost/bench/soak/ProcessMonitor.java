package dev.agenthost.bench.soak;

import dev.agenthost.bench.measure.Jcmd;
import dev.agenthost.bench.measure.Memory;
import dev.agenthost.bench.report.Bound;
import dev.agenthost.bench.testbed.BenchBox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Samples the processes of a box under load. */
final class ProcessMonitor {
    static final Duration EACH = Duration.ofMinutes(1);

    private static final String RUNNER = "bench-runner";
    private static final double SECONDS_AN_HOUR = 3600;
    private static final long SECONDS_A_MINUTE = 60;

    private final BenchBox box;
    private final long begin = System.nanoTime();
    private final MemorySeries memories = new MemorySeries();
    private final ProcessDeaths lives = new ProcessDeaths();

    ProcessMonitor(BenchBox box) {
        this.box = box;
    }

    MemorySeries memories() {
        return memories;
    }

    ProcessDeaths lives() {
        return lives;
    }

    /**
     * Takes a sample. Each JVM collects first: the amount of garbage depends on the size of its heap and would hide growth of its
     * live objects for an hour.
     */
    void check() throws InterruptedException {
        double hours = seconds() / SECONDS_AN_HOUR;
        for (var process : box.box().processes()) {
            check(process.name(), process.pid(), process.deaths(), hours);
        }
        var runner = box.runner();
        check(RUNNER, runner.isAlive() ? runner.pid() : 0, 0, hours);
    }

    private void check(String process, long pid, int deaths, double hours) throws InterruptedException {
        lives.observe(process, pid, deaths);
        if (!isCollected(pid)) {
            return;
        }
        Memory.of(pid).ifPresent(mebibytes -> memories.add(process, hours, mebibytes));
    }

    /** Returns false if the process died meanwhile: the next sample counts its death. */
    private static boolean isCollected(long pid) throws InterruptedException {
        try {
            if (Jcmd.isJvm(pid)) {
                Jcmd.run(pid, "GC.run");
            }
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Whole minutes since the begin. */
    long minutes() {
        return (long) seconds() / SECONDS_A_MINUTE;
    }

    private double seconds() {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** The progress, in one line. */
    String line(Duration whole, List<SoakLoad> loads) {
        return String.format(
                Locale.ROOT,
                "%d of %d min: %d runs, %d errors, %d processes died, memory %s",
                minutes(),
                whole.toMinutes(),
                loads.stream().mapToLong(SoakLoad::out).sum(),
                loads.stream().mapToLong(SoakLoad::errors).sum(),
                lives.deaths(),
                memories.steepest()
                        .map(rise -> "rises by " + Bound.number(rise.anHour()) + " MB/h at the most (" + rise.process()
                                + ")")
                        .orElse("not known yet"));
    }
}
