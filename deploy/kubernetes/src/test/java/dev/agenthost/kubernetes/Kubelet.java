package dev.agenthost.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.process.ProcessTermination;
import dev.agenthost.testkit.process.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts a pod's container as a kubelet would: files from ConfigMaps and Secrets at their mount paths, the environment of the
 * Deployment, the image laid out by its Dockerfile; without a container, below a folder in place of the root.
 */
final class Kubelet implements AutoCloseable {
    private static final Path DOCKER = Path.of("..", "docker").toAbsolutePath().normalize();
    private static final Path PROJECT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Path root;
    private final Chart chart;
    private final Map<String, Map<String, String>> secrets;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<Process> processes = new ArrayList<>();

    /** @param secrets by name, each with its members */
    Kubelet(Path root, Chart chart, Map<String, Map<String, String>> secrets) {
        this.root = root;
        this.chart = chart;
        this.secrets = secrets;
        chart.byName("Service").keySet().forEach(name -> ports.put(name, FreePorts.next()));
    }

    /** The address of a service, which in a cluster is {@code http://<name>:8080}. */
    String address(String service) {
        return "http://127.0.0.1:" + ports.get(service);
    }

    Path log(String name) {
        return root.resolve(name + ".log");
    }

    /** @param dockerfile of its image */
    void start(String name, String dockerfile) throws IOException {
        Path home = Files.createDirectories(root.resolve(name));
        Path image = layOut(home, dockerfile, name);
        JsonNode pod = chart.byName("Deployment").get(name).at("/spec/template/spec");
        mount(home, pod);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        Map<String, String> environment = environment(home, pod);
        command.addAll(List.of(
                environment.getOrDefault("JAVA_OPTS_APPEND", "-XX:+UseSerialGC").split(" ")));
        command.add("-Xmx256m");
        if (ports.containsKey(name)) {
            command.addAll(List.of(
                    "-Dquarkus.http.host=127.0.0.1",
                    "-Dquarkus.http.port=" + ports.get(name),
                    "-Dagenthost.context-store.url=" + address("context-store"),
                    "-Dagenthost.run-orchestrator.url=" + address("run-orchestrator")));
        }
        command.addAll(List.of("-jar", image.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        builder.environment().putAll(environment);
        processes.add(builder.start());
    }

    /** Calls the probe of the Deployment; returns true if the status is 200. */
    boolean answers(String service, String probe) {
        String path = chart.byName("Deployment")
                .get(service)
                .at("/spec/template/spec/containers/0/" + probe + "/httpGet/path")
                .asText();
        try {
            return http.send(
                                    HttpRequest.newBuilder(URI.create(address(service) + path))
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Links the files that the Dockerfile copies, and returns the jar that it starts. */
    private static Path layOut(Path home, String dockerfile, String module) throws IOException {
        List<String> lines = Files.readAllLines(DOCKER.resolve(dockerfile)).stream()
                .map(line -> line.replace("${MODULE}", module))
                .toList();
        for (String line : lines) {
            if (line.startsWith("COPY")) {
                String[] words = line.split(" ");
                Path from = only(PROJECT.resolve(words[words.length - 2]));
                Path to = inside(home, words[words.length - 1]);
                if (Files.isRegularFile(from) && words[words.length - 1].endsWith("/")) {
                    to = to.resolve(from.getFileName());
                }
                Files.createDirectories(to.getParent());
                copy(from, to);
            }
        }
        String jar = lines.stream()
                .filter(line -> line.startsWith("ENV JAVA_APP_JAR="))
                .map(line -> line.split("=", 2)[1])
                .findFirst()
                .orElseThrow();
        return inside(home, jar);
    }

    /** The one file that matches a pattern like {@code echo-*.jar}. */
    private static Path only(Path pattern) throws IOException {
        try (Stream<Path> found = Files.list(pattern.getParent())) {
            String glob = pattern.getFileName().toString();
            return found.filter(file ->
                            file.getFileSystem().getPathMatcher("glob:" + glob).matches(file.getFileName()))
                    .findFirst()
                    .orElseThrow(() -> new IOException("there is no " + pattern));
        }
    }

    /** Creates hard links: through a symbolic one the JVM would use the folder of the target. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createLink(target, file);
                }
            }
        }
    }

    private void mount(Path home, JsonNode pod) throws IOException {
        Map<String, JsonNode> volumes = new HashMap<>();
        Chart.stream(pod.path("volumes"))
                .forEach(volume -> volumes.put(volume.path("name").asText(), volume));
        for (JsonNode mount : pod.at("/containers/0/volumeMounts")) {
            JsonNode volume = volumes.get(mount.path("name").asText());
            Path folder =
                    Files.createDirectories(inside(home, mount.path("mountPath").asText()));
            Map<String, String> files = new HashMap<>();
            if (volume.has("configMap")) {
                chart.byName("ConfigMap")
                        .get(volume.at("/configMap/name").asText())
                        .path("data")
                        .properties()
                        .forEach(entry ->
                                files.put(entry.getKey(), entry.getValue().asText()));
            } else if (volume.has("secret")) {
                files.putAll(secret(volume.at("/secret/secretName").asText()));
            }
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), moved(home, file.getValue()));
            }
        }
    }

    private Map<String, String> environment(Path home, JsonNode pod) {
        Map<String, String> environment = new HashMap<>();
        for (JsonNode entry : pod.at("/containers/0/env")) {
            environment.put(entry.path("name").asText(), moved(home, value(entry, environment)));
        }
        return environment;
    }

    /** The value of a variable, in which {@code $(NAME)} is an earlier one. The only field of a pod is its address. */
    private String value(JsonNode entry, Map<String, String> earlier) {
        JsonNode from = entry.at("/valueFrom/secretKeyRef");
        if (!from.isMissingNode()) {
            return secret(from.path("name").asText()).get(from.path("key").asText());
        }
        if (entry.at("/valueFrom/fieldRef/fieldPath").asText().equals("status.podIP")) {
            return "127.0.0.1";
        }
        String value = entry.path("value").asText();
        for (Map.Entry<String, String> variable : earlier.entrySet()) {
            value = value.replace("$(" + variable.getKey() + ")", variable.getValue());
        }
        return value;
    }

    private Map<String, String> secret(String name) {
        Map<String, String> secret = secrets.get(name);
        if (secret == null) {
            throw new IllegalStateException("there is no Secret " + name);
        }
        return secret;
    }

    /** Replaces paths and addresses of the cluster by those of this test. */
    private String moved(Path home, String text) {
        String moved = text.replace("/etc/agent-host/", inside(home, "/etc/agent-host/") + "/")
                .replace(
                        "/var/lib/agent-host",
                        inside(home, "/var/lib/agent-host").toString());
        for (String service : ports.keySet()) {
            moved = moved.replace("//" + service + ":8080", address(service).substring("http:".length()));
        }
        return moved;
    }

    private static Path inside(Path home, String path) {
        return home.resolve(path.substring(1)).normalize();
    }

    @Override
    public void close() {
        ProcessTermination.end(processes.stream().map(Process::toHandle).toList(), ProcessHandle::destroy, PATIENCE);
    }
}
