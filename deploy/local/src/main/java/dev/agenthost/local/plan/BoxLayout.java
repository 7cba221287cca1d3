package dev.agenthost.local.plan;

import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The paths of a box: build output is in the project, files of the box are under its home ({@code .agenthost/}).
 *
 * @param project the directory with {@code ./agenthost} in it
 * @param home data, logs, keys and settings of one box
 */
public record BoxLayout(Path project, Path home) {
    public BoxLayout {
        project = project.toAbsolutePath().normalize();
        home = home.toAbsolutePath().normalize();
    }

    /** The box of a project, at its default home unless AGENTHOST_HOME names another. */
    public static BoxLayout of(Path project) {
        var home = System.getenv("AGENTHOST_HOME");
        return new BoxLayout(project, home == null || home.isBlank() ? project.resolve(".agenthost") : Path.of(home));
    }

    public Path data() {
        return home.resolve("data");
    }

    public Path kafkaData() {
        return data().resolve("kafka");
    }

    public Path postgresData() {
        return data().resolve("postgres");
    }

    public Path logs() {
        return home.resolve("logs");
    }

    public Path log(String label) {
        return logs().resolve(label + ".log");
    }

    /** The directory of files that are valid only while the box runs. */
    public Path run() {
        return home.resolve("run");
    }

    public Path state() {
        return run().resolve("box.json");
    }

    /** The file of the supervisor's progress lines while it starts. */
    public Path progress() {
        return run().resolve("progress");
    }

    public Path lock() {
        return run().resolve("lock");
    }

    /** The lease file of a process, by which its successor knows that the earlier process is dead. */
    public Path life(String label) {
        return run().resolve(label + ".life");
    }

    public Path keys() {
        return home.resolve("keys.json");
    }

    /** The settings of a process; rewritten at each start. */
    public Path settings(String label) {
        return home.resolve("config").resolve(label + ".properties");
    }

    /** The owner's settings, which are appended to those of a service if the file exists. */
    public Path extra(Service service) {
        return home.resolve("extra").resolve(service.module() + ".properties");
    }

    /**
     * The class path of the box's own processes: the same for every starter, tests included, so that they share its start-up
     * caches.
     */
    public String classPath() {
        var jar = project.resolve("deploy/local/target/local-0.1.0-SNAPSHOT.jar");
        return Files.exists(jar) ? jar.toString() : System.getProperty("java.class.path");
    }

    /** The file in which the owner names a real model for the box's agent. */
    public Path modelFile() {
        return home.resolve("extra").resolve("model.properties");
    }

    public Path jar(Service service) {
        return project.resolve(service.module()).resolve("target/quarkus-app/quarkus-run.jar");
    }

    public Path echoJar() {
        return project.resolve("runners/echo/target/echo-0.1.0-SNAPSHOT.jar");
    }

    public Path localAgentJar() {
        return project.resolve("runners/local-agent/target/local-agent-0.1.0-SNAPSHOT.jar");
    }

    public Path actionGraphJar() {
        return project.resolve("runners/action-graph/runner/target/action-graph-0.1.0-SNAPSHOT.jar");
    }

    public void create() throws IOException {
        for (var directory : new Path[] {home, data(), logs(), run(), home.resolve("config")}) {
            Files.createDirectories(directory);
        }
    }
}
