package dev.agenthost.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.front.Routes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The ingress has the routes of the front door: the same table, and the same service for every path. */
class RoutesTest {
    private static final String NOWHERE = "nowhere";

    private final JsonNode ingress =
            Chart.byDefault().all("Ingress").findFirst().orElseThrow();

    @Test
    void theTableIsTheFrontDoors() {
        List<Routes.Route> table = Chart.stream(Chart.documents(Chart.FOLDER.resolve("files/topology.yaml"))
                        .getFirst()
                        .path("routes"))
                .map(route -> new Routes.Route(
                        route.path("path").asText(),
                        Optional.ofNullable(route.get("service")).map(JsonNode::asText)))
                .toList();

        assertThat(table).containsExactlyInAnyOrderElementsOf(Routes.OUTSIDE.table());
    }

    @Test
    void everyPathLeadsToTheServiceThatTheFrontDoorHasForIt() {
        for (String path : paths()) {
            assertThat(service(path))
                    .as(path)
                    .isEqualTo(Routes.OUTSIDE.service(path).orElse(NOWHERE));
        }
    }

    @Test
    void streamsAreNotBufferedAndSocketsStayOpen() {
        JsonNode annotations = ingress.at("/metadata/annotations");
        assertThat(annotation(annotations, "use-regex")).isEqualTo("true");
        assertThat(annotation(annotations, "proxy-buffering")).isEqualTo("off");
        assertThat(annotation(annotations, "proxy-buffer-size")).isEqualTo("8k");
        assertThat(annotation(annotations, "proxy-http-version")).isEqualTo("1.1");
        assertThat(Integer.parseInt(annotation(annotations, "proxy-read-timeout")))
                .isGreaterThanOrEqualTo(3600);
        assertThat(Integer.parseInt(annotation(annotations, "proxy-send-timeout")))
                .isGreaterThanOrEqualTo(3600);
        assertThat(annotation(annotations, "proxy-body-size")).isEqualTo("21m");
    }

    private static String annotation(JsonNode annotations, String name) {
        return annotations.path("nginx.ingress.kubernetes.io/" + name).asText();
    }

    /** Chooses the service as ingress-nginx does: by the longest expression that matches from the start, in any case. */
    private String service(String path) {
        return Chart.stream(ingress.at("/spec/rules/0/http/paths"))
                .sorted(Comparator.comparingInt(
                        (JsonNode rule) -> -rule.path("path").asText().length()))
                .filter(rule -> Pattern.compile("^" + rule.path("path").asText(), Pattern.CASE_INSENSITIVE)
                        .matcher(path)
                        .find())
                .map(rule -> rule.at("/backend/service/name").asText())
                .findFirst()
                .orElseThrow();
    }

    /** Each pattern of the table itself, paths below it, a path with it as a prefix, and paths outside of it. */
    private static List<String> paths() {
        List<String> paths =
                new ArrayList<>(List.of("/", "/index.html", "/docs", "/api", "/api/v1", "/api/v1/runs/r1/cancel"));
        for (Routes.Route route : Routes.OUTSIDE.table()) {
            String path = route.pattern().replace("*", "r1");
            if (!path.equals("/")) {
                paths.addAll(List.of(path, path + "/", path + "/x", path + "/x/y/z", path + "x", "/x" + path));
            }
        }
        return paths;
    }
}
