package dev.agenthost.orchestrator.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.run.BindingSnapshot;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.run.StatePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import dev.agenthost.protocol.runner.AgentRunnerManifest;
import dev.agenthost.protocol.runner.AgentRunnerPermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedGrantTest {
    @Test
    void grantsAllResourcesWithinTheLimit() {
        Grant frozen = naming(1_000);

        BoundedGrant bounded = BoundedGrant.of(frozen);

        assertThat(bounded).isEqualTo(new BoundedGrant(frozen, ""));
        assertThat(GrantedNames.models(bounded.grant())).hasSize(4).allSatisfy(question -> assertThat(question)
                .hasSizeLessThanOrEqualTo(256));
        assertThat(GrantedNames.models(bounded.grant()).stream().flatMap(List::stream))
                .containsExactlyElementsOf(names(1_000));
    }

    @Test
    void omitsAndReportsResourcesBeyondTheLimit() {
        BoundedGrant bounded = BoundedGrant.of(naming(1_003));

        AgentResources granted = bounded.grant().resources();
        assertThat(bounded.beyond())
                .isEqualTo(" models_beyond_1000=3 knowledge_bases_beyond_1000=3 skills_beyond_1000=3"
                        + " files_beyond_1000=3");
        assertThat(granted.models()).extracting(model -> model.modelId()).containsExactlyElementsOf(names(1_000));
        assertThat(granted.knowledgeBases()).hasSize(1_000);
        assertThat(granted.skills()).hasSize(1_000);
        assertThat(granted.files()).hasSize(1_000);
        assertThat(Grant.check(bounded.grant(), new AccessRequest.Model("n-1002", "invoke")))
                .isInstanceOf(AccessDecision.Denied.class);
    }

    @Test
    void sendsNoQueryForAGrantWithoutModels() {
        assertThat(GrantedNames.models(naming(0))).isEmpty();
    }

    private static Grant naming(int many) {
        List<String> names = names(many);
        ResourcePolicy policy = new ResourcePolicy(names, List.of(), names, names, names, List.of(), List.of(), null);
        BindingSnapshot binding = ClaimedRuns.binding(
                policy, StatePolicy.defaults(), DeliveryPolicy.defaults(), JsonNodeFactory.instance.objectNode());
        return Grant.freeze(manifest(), binding, ClaimedRuns.message(), HostPolicy.NOW);
    }

    private static AgentRunnerManifest manifest() {
        return new AgentRunnerManifest(
                ClaimedRuns.PROBE.toString(),
                "default",
                Map.of("en_US", "Probe"),
                null,
                AgentRunnerCapabilities.none(),
                AgentRunnerPermissions.of(Map.of(
                        "models", List.of("invoke"), "knowledge_bases", List.of("list"), "files", List.of("config"))),
                List.of(),
                JsonNodeFactory.instance.objectNode());
    }

    private static List<String> names(int many) {
        return IntStream.range(0, many).mapToObj(i -> "n-" + i).toList();
    }
}
