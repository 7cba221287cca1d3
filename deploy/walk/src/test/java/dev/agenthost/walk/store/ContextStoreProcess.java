package dev.agenthost.walk.store;

import static org.awaitility.Awaitility.await;

import dev.agenthost.local.box.AotCaches;
import dev.agenthost.local.plan.ProcessPlan;
import dev.agenthost.local.plan.ProcessProbe;
import dev.agenthost.local.settings.Service;
import dev.agenthost.testkit.process.DetachedProcess;
import dev.agenthost.testkit.process.LogTail;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged context-store as a separate process, which is started again after each death. */
final class ContextStoreProcess implements AutoCloseable {

    private static final long SECONDS = 60;

    private final ProcessPlan plan;
    private final Path log;
    private final AotCaches caches;
    private final HttpClient http = HttpClient.newHttpClient();
    private Process process;

    /** @param project with the start-up caches of its box, if they were made */
    ContextStoreProcess(ProcessPlan plan, Path log, Path project, Path home) throws IOException {
        this.plan = plan;
        this.log = log;
        var ofTheBox = AotCaches.of(project);
        caches = ofTheBox.has(name(), plan.command()) ? ofTheBox : AotCaches.of(home);
        Files.createDirectories(caches.directory());
    }

    void start() throws IOException {
        start(caches.reading(name(), plan.command()));
    }

    /** Starts with a recording for a start-up cache, unless the cache exists. */
    void startNoting() throws IOException {
        if (caches.has(name(), plan.command())) {
            start();
        } else {
            start(caches.recording(name(), plan.command()));
        }
    }

    /** Makes a cache from the recording. If none is possible, later starts are only slower. */
    void makeCache() throws IOException, InterruptedException {
        if (!caches.has(name(), plan.command())) {
            System.out.println("start-up cache of context-store: " + caches.make(name(), plan.command()));
        }
    }

    private void start(List<String> command) throws IOException {
        process = DetachedProcess.process(command, plan.environment(), log).start();
    }

    void awaitReady() {
        var ready = HttpRequest.newBuilder(((ProcessProbe.Healthy) plan.probe()).address())
                .timeout(Duration.ofSeconds(5))
                .build();
        await("context-store is ready")
                .atMost(Duration.ofSeconds(SECONDS))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() ->
                        lives() && http.send(ready, BodyHandlers.discarding()).statusCode() == 200);
    }

    /** @throws AssertionError if the process has died without a request */
    boolean lives() {
        if (!process.isAlive()) {
            throw new AssertionError("context-store ended with " + process.exitValue() + ": " + LogTail.of(log, 20));
        }
        return true;
    }

    /** Sends SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitDeath();
    }

    /** Waits for the death of the process, and returns its exit status. */
    int awaitDeath() throws InterruptedException {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("context-store lives on: " + LogTail.of(log, 20));
        }
        return process.exitValue();
    }

    /** Sends SIGTERM. */
    void end() throws InterruptedException {
        process.destroy();
        awaitDeath();
    }

    private String name() {
        return Service.CONTEXT_STORE.module();
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
