package dev.agenthost.local.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process that was started once, distinguished from a later one with the same id by its start time.
 *
 * @param pid the operating system's id
 * @param startedAt start time by the operating system
 */
public record ProcessRecord(long pid, Instant startedAt) {
    /** The operating system derives the start from its boot time, which moves when the clock is adjusted. */
    private static final Duration SAME = Duration.ofSeconds(3);

    /** The record of a process that is alive. */
    public static ProcessRecord of(ProcessHandle process) {
        return new ProcessRecord(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
    }

    /** The recorded process, if it is still alive. */
    public Optional<ProcessHandle> alive() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
    }

    private boolean isSame(ProcessHandle process) {
        var started = process.info().startInstant().orElse(Instant.EPOCH);
        return Duration.between(started, startedAt).abs().compareTo(SAME) < 0;
    }
}
