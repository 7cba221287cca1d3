package dev.agenthost.local.process;

import dev.agenthost.testkit.process.Signals;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Ends processes: requests the end, and kills those that still live after the grace period. */
public final class ProcessTermination {
    private ProcessTermination() {}

    /** Returns when all of them have ended. */
    public static void end(
            Collection<ProcessHandle> processes, Consumer<ProcessHandle> requestTermination, Duration grace) {
        for (var process : processes) {
            Signals.wake(process);
            requestTermination.accept(process);
        }
        if (!gone(processes, grace)) {
            processes.forEach(ProcessHandle::destroyForcibly);
            gone(processes, grace);
        }
    }

    private static boolean gone(Collection<ProcessHandle> processes, Duration limit) {
        var exits = processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(exits).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
