package dev.agenthost.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects that Helm makes of the chart. */
record Chart(List<JsonNode> objects) {
    static final Path FOLDER = Path.of("chart").toAbsolutePath();
    static final Path EXAMPLES = Path.of("examples").toAbsolutePath();
    static final String RELEASE = "agent-host";

    /** The oldest that Chart.yaml allows. */
    private static final String KUBERNETES = "1.30.0";

    private static final YAMLMapper YAML = new YAMLMapper();

    /** With the values that the chart brings. */
    static Chart byDefault() {
        return of(new Helm(FOLDER)
                .template()
                .withName(RELEASE)
                .withKubeVersion(KUBERNETES)
                .call());
    }

    /** With the values of the example installation: an adapter, a runner. */
    static Chart ofTheExample() {
        return of(example().call());
    }

    /** The example with all that can be turned on besides. */
    static Chart withEverything() {
        return of(example()
                .set("metrics.podMonitor.enabled", "true")
                .set("metrics.podMonitor.labels.release", "prometheus")
                .set("tracing.endpoint", "http://collector.monitoring:4318")
                .set("image.pullSecrets[0].name", "registry")
                .call());
    }

    /** The example with another Kafka address. */
    static Chart on(String bootstrapServers) {
        return of(example().set("kafka.bootstrapServers", bootstrapServers).call());
    }

    /** The example with all turned off that a platform may have other means for. */
    static Chart withTheLeast() {
        return of(example()
                .set("kafka.topics.create", "false")
                .set("kafka.users.create", "false")
                .set("ingress.enabled", "false")
                .set("networkPolicy.enabled", "false")
                .set("autoscaling.enabled", "false")
                .set("metrics.podAnnotations", "false")
                .call());
    }

    private static TemplateCommand example() {
        return new Helm(FOLDER)
                .template()
                .withName(RELEASE)
                .withKubeVersion(KUBERNETES)
                .withValuesFile(EXAMPLES.resolve("values.yaml"));
    }

    static List<JsonNode> documents(Path file) {
        try {
            return documents(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Chart of(String rendered) {
        return new Chart(documents(rendered));
    }

    private static List<JsonNode> documents(String yaml) {
        try (var parser = YAML.getFactory().createParser(yaml)) {
            List<JsonNode> all =
                    YAML.readerFor(JsonNode.class).<JsonNode>readValues(parser).readAll();
            return all.stream().filter(JsonNode::isObject).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Stream<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    Map<String, JsonNode> byName(String kind) {
        return all(kind).collect(Collectors.toMap(Chart::name, Function.identity()));
    }

    /** The templates of all pods. */
    Stream<JsonNode> pods() {
        return all("Deployment").map(deployment -> deployment.at("/spec/template/spec"));
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    static Optional<JsonNode> environment(JsonNode pod, String variable) {
        return stream(pod.at("/containers/0/env"))
                .filter(entry -> entry.path("name").asText().equals(variable))
                .findFirst();
    }

    static Stream<JsonNode> stream(JsonNode array) {
        return array.valueStream();
    }

    static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }
}
