package dev.agenthost.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.local.settings.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every pod is confined and probed, shuts down in order, and finds its files. */
class PodTest {
    private final Chart chart = Chart.ofTheExample();

    @Test
    void thereIsOneDeploymentForEachServiceAndTheRunner() {
        Set<String> expected =
                Stream.of(Service.values()).map(Service::module).collect(Collectors.toCollection(HashSet::new));
        assertThat(chart.byName("PodDisruptionBudget").keySet()).isEqualTo(expected);
        assertThat(chart.byName("NetworkPolicy").keySet()).isEqualTo(expected);
        expected.add("echo");
        assertThat(chart.byName("Deployment").keySet()).isEqualTo(expected);
    }

    @Test
    void everyPodIsRestricted() {
        chart.pods().forEach(pod -> {
            assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
            assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
            assertThat(pod.at("/securityContext/runAsUser").asInt()).isGreaterThan(1000);
            assertThat(pod.at("/securityContext/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            Chart.stream(pod.path("containers"))
                    .map(container -> container.path("securityContext"))
                    .forEach(security -> {
                        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true))
                                .isFalse();
                        assertThat(security.path("readOnlyRootFilesystem").asBoolean())
                                .isTrue();
                        assertThat(Chart.texts(security.at("/capabilities/drop")))
                                .containsExactly("ALL");
                    });
            assertThat(Chart.stream(pod.at("/containers/0/volumeMounts"))
                            .map(mount -> mount.path("mountPath").asText()))
                    .contains("/tmp");
            assertThat(pod.at("/containers/0/resources/limits/memory").asText()).isNotEmpty();
            assertThat(pod.at("/containers/0/resources/requests/cpu").asText()).isNotEmpty();
            assertThat(pod.path("topologySpreadConstraints")).isNotEmpty();
        });
    }

    @Test
    void aServiceIsProbedAndHasTimeToLeave() {
        services().forEach(pod -> {
            JsonNode container = pod.at("/containers/0");
            assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/q/health/started");
            assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/q/health/live");
            assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/q/health/ready");
            String name = container.path("name").asText();
            String settings = chart.byName("ConfigMap")
                    .get(name)
                    .at("/data/application.properties")
                    .asText();
            int drain = Integer.parseInt(Pattern.compile("quarkus\\.shutdown\\.timeout=(\\d+)s")
                    .matcher(settings)
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1));
            int leave = container.at("/lifecycle/preStop/sleep/seconds").asInt();
            assertThat(leave).isPositive();
            assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(leave + 2 * drain);
        });
    }

    @Test
    void everySecretThatAPodNeedsIsInTheExampleOrMadeByStrimzi() {
        Set<String> given = Chart.documents(Chart.EXAMPLES.resolve("secrets.yaml")).stream()
                .map(Chart::name)
                .collect(Collectors.toCollection(HashSet::new));
        Set<String> made = chart.byName("KafkaUser").keySet();
        assertThat(given).as("Strimzi would overwrite it").doesNotContainAnyElementsOf(made);
        given.addAll(made);
        given.add("agent-host-cluster-ca-cert");

        chart.pods().forEach(pod -> {
            List<String> needed = Stream.concat(
                            pod.findValues("secretKeyRef").stream()
                                    .map(secret -> secret.path("name").asText()),
                            pod.findValuesAsText("secretName").stream())
                    .toList();
            assertThat(given).containsAll(needed);
        });
    }

    @Test
    void theExampleHoldsNoSecretAndNamesSettingsThatExist() throws IOException {
        String contracts = Files.readString(Path.of("..", "..", "docs", "reference", "settings.md"));
        Chart.documents(Chart.EXAMPLES.resolve("secrets.yaml")).stream()
                .map(secret -> secret.path("stringData"))
                .forEach(data -> {
                    assertThat(data.has("password")
                                    && !data.path("password").asText().startsWith("<"))
                            .isFalse();
                    data.path("application.properties")
                            .asText()
                            .lines()
                            .filter(line -> line.startsWith("agenthost."))
                            .forEach(line -> {
                                String[] setting = line.split("=", 2);
                                assertThat(setting[1]).as(line).matches("<.*>|\\*");
                                String family = setting[0].replaceAll("\\.\"[^\"]+\"\\..*", "");
                                assertThat(contracts).as(line).contains(family);
                            });
                });
    }

    @Test
    void onlyWhoHasBusinessThereReachesAService() {
        Map<String, JsonNode> policies = chart.byName("NetworkPolicy");
        policies.forEach((name, policy) -> {
            assertThat(Chart.texts(policy.at("/spec/policyTypes"))).containsExactly("Ingress", "Egress");
            assertThat(policy.at("/spec/podSelector/matchLabels/app.kubernetes.io~1name")
                            .asText())
                    .isEqualTo(name);
        });
        assertThat(policies.get("context-store").at("/spec/ingress").toString())
                .contains("run-orchestrator", "event-gateway");
        assertThat(policies.get("event-gateway").at("/spec/egress").toString()).contains("context-store");
        assertThat(policies.get("binding-resolver").at("/spec/ingress").toString())
                .doesNotContain("run-orchestrator");
        assertThat(policies.get("delivery-service").at("/spec/egress").toString())
                .contains("0.0.0.0/0", "10.0.0.0/8");
        assertThat(policies.get("run-orchestrator").at("/spec/egress").toString())
                .contains("0.0.0.0/0", "10.0.0.0/8");
        assertThat(policies.get("event-gateway").at("/spec/egress").toString())
                .as("the platforms of bots, and the leases of those that are polled")
                .contains("0.0.0.0/0", "10.0.0.0/8", "5432");
    }

    private Stream<JsonNode> services() {
        return chart.pods()
                .filter(pod -> Service.of(pod.at("/containers/0/name").asText()).isPresent());
    }
}
