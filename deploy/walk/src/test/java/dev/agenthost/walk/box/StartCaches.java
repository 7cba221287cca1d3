package dev.agenthost.walk.box;

import dev.agenthost.local.box.AotCaches;
import dev.agenthost.local.box.BoxFailedException;
import dev.agenthost.local.box.CacheTraining;
import dev.agenthost.local.plan.Compilation;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The start-up caches of the boxes under test. Their processes are killed and restarted more than a hundred times, and a start
 * without a cache takes three times the processor time. They are made once for a build, by the first process that needs them.
 */
final class StartCaches {
    private StartCaches() {}

    /** Makes the missing caches; waits while another process of the build does. */
    static synchronized void make(Path project) throws IOException, InterruptedException, BoxFailedException {
        if (!AotCaches.possible()) {
            return;
        }
        var directory = Files.createDirectories(AotCaches.of(project).directory());
        // The lock ends with its channel.
        try (var file = FileChannel.open(
                directory.resolve("tests.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.lock();
            new CacheTraining(project, Compilation.FIRST_LEVEL, line -> System.out.println("caches: " + line)).run();
        }
    }
}
