package dev.agenthost.local.box;

import dev.agenthost.local.plan.BoxLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends the box, with or without a live supervisor. */
public final class BoxShutdown {
    /** Longer than the grace periods of three tiers. */
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private BoxShutdown() {}

    /** Ends the box; returns true if there was anything to end. */
    public static boolean stop(BoxLayout layout) throws IOException, InterruptedException {
        var running = BoxState.ofRunning(layout).flatMap(state -> state.writer().alive());
        if (running.isPresent()) {
            var supervisor = running.get();
            supervisor.destroy();
            try {
                supervisor.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                supervisor.destroyForcibly();
            }
        }
        int left = new OrphanedProcesses(layout).end();
        Files.deleteIfExists(layout.state());
        return running.isPresent() || left > 0;
    }
}
