package dev.agenthost.local.process;

import dev.agenthost.testkit.process.ProcessLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process that is restarted whenever it dies, until {@link #stop}.
 *
 * <pre>
 *            start            dies
 *   (none) ───────► RUNNING ───────► waiting ──► RUNNING …
 *                      │ hold           │ hold
 *                      └────► HELD ◄────┘   release ──► RUNNING
 *   any ── stop ──► ENDED
 * </pre>
 */
public final class SupervisedProcess {
    private enum DesiredState {
        RUN,
        HOLD,
        END
    }

    private final ProcessName name;
    private final ProcessLauncher launcher;
    private final ProcessRecords records;
    private final Path log;
    private final Consumer<String> events;

    private DesiredState desired = DesiredState.RUN;
    private @Nullable Process process;
    private Instant startedAt = Instant.EPOCH;
    private int deaths;

    public SupervisedProcess(
            ProcessName name, ProcessLauncher launcher, ProcessRecords records, Path log, Consumer<String> events) {
        this.name = name;
        this.launcher = launcher;
        this.records = records;
        this.log = log;
        this.events = events;
    }

    public ProcessName name() {
        return name;
    }

    public Path log() {
        return log;
    }

    /** Starts the process and supervises it. */
    public void start() {
        Thread.ofVirtual().name("watch-" + name.label()).start(this::watch);
    }

    /** The process, unless it is dead at this moment. */
    public synchronized Optional<ProcessHandle> alive() {
        return Optional.ofNullable(process).filter(Process::isAlive).map(Process::toHandle);
    }

    /** The start time of the current process. */
    public synchronized Instant startedAt() {
        return startedAt;
    }

    /** The number of deaths that were not requested. */
    public synchronized int deaths() {
        return deaths;
    }

    /** Sends SIGKILL; the process is restarted. */
    public void kill() {
        alive().ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Sends SIGKILL; the process stays down until {@link #release}. */
    public void hold() {
        setDesired(DesiredState.HOLD);
        kill();
    }

    /** Holds with SIGTERM: the process may end its work, and stays down until {@link #release}. */
    public void terminate() {
        setDesired(DesiredState.HOLD);
        alive().ifPresent(ProcessHandle::destroy);
    }

    /** Restarts a held or terminated process. */
    public void release() {
        setDesired(DesiredState.RUN);
    }

    /** Ends the process for good: requests the end, then kills it after the grace period. */
    public void stop(Duration grace) {
        setDesired(DesiredState.END);
        ProcessTermination.end(alive().stream().toList(), launcher::requestTermination, grace);
        if (alive().isEmpty()) {
            records.delete(name.label());
        }
    }

    private synchronized void setDesired(DesiredState now) {
        desired = now;
        notifyAll();
    }

    private void watch() {
        var pause = Duration.ZERO;
        try {
            while (awaitPermission()) {
                var began = System.nanoTime();
                var exit = runOnce();
                var life = Duration.ofNanos(System.nanoTime() - began);
                pause = Backoff.after(pause, life);
                if (diedUnexpectedly()) {
                    events.accept(name.label() + " " + exit + " after " + life.toSeconds() + " s; starting it again in "
                            + pause.toMillis() + " ms");
                    Thread.sleep(pause);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitPermission() throws InterruptedException {
        while (desired == DesiredState.HOLD) {
            wait();
        }
        return desired == DesiredState.RUN;
    }

    private synchronized boolean diedUnexpectedly() {
        if (desired == DesiredState.RUN) {
            deaths++;
            return true;
        }
        return false;
    }

    private String runOnce() throws InterruptedException {
        Process started;
        try {
            started = launcher.launch(log);
        } catch (IOException | RuntimeException e) {
            return "could not be started (" + e.getMessage() + ")";
        }
        synchronized (this) {
            process = started;
            startedAt = Instant.now();
            records.write(name.label(), ProcessRecord.of(started.toHandle()));
            if (desired == DesiredState.HOLD) {
                started.destroyForcibly();
            } else if (desired == DesiredState.END) {
                launcher.requestTermination(started.toHandle());
            }
        }
        return "ended with " + started.waitFor();
    }
}
