package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.protocol.context.AgentResources;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CompositeToolSourceTest {
    private final CompositeToolSource composite =
            new CompositeToolSource(List.of(new Source("a/", "a__x", "a__y"), new Source("b/", "b__x", "a__y")));

    @Test
    void combinesTheToolsOfAllSourcesInOrder() {
        ToolSelection found = composite.find(question("a/x", "b/x")).await().indefinitely();

        assertThat(found.tools().stream().map(ToolDescriptor::name)).containsExactly("a__x", "a__y", "b__x");
        assertThat(found.absent()).containsExactly(new ToolSelection.Absent("b/a__y", "another tool has its name"));
    }

    @Test
    void reportsAToolWithoutASourceAsAbsent() {
        ToolSelection found =
                composite.find(question("a/x", "c/x", "bare")).await().indefinitely();

        assertThat(found.absent().stream().map(ToolSelection.Absent::named)).contains("c/x", "bare");
    }

    @Test
    void callsTheOwnerOfATool() {
        assertThat(called("b/x")).isEqualTo(ToolOutcome.answered("b/ was called"));
        assertThat(called("c/x")).isInstanceOfSatisfying(ToolOutcome.Refused.class, refused -> assertThat(
                        refused.error().code())
                .isEqualTo(FailureCode.NOT_FOUND.wire()));
    }

    @Test
    void limitsTheNumberOfTools() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < ToolBudget.MOST_TOOLS + 3; i++) {
            names.add("n" + i);
        }
        ToolSelection found = new CompositeToolSource(List.of(new Source("a/", names.toArray(String[]::new))))
                .find(question("a/*"))
                .await()
                .indefinitely();

        assertThat(found.tools()).hasSize(ToolBudget.MOST_TOOLS);
        assertThat(found.absent()).hasSize(3);
    }

    /** Four kibibytes of description and thirty of schema, as often as a server likes. */
    @Test
    void limitsTheBytesOfAllTools() {
        List<ToolDescriptor> large = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            large.add(facts("b/n" + i, "x".repeat(4 * 1024), "y".repeat(30 * 1024)));
        }
        ToolDescriptor own = facts("activate", "reads a skill", "");

        ToolSelection found = new CompositeToolSource(
                        List.of(new FixedToolSource(List.of(own)), new FixedToolSource(large)))
                .find(question("b/*"))
                .await()
                .indefinitely();

        assertThat(found.tools()).hasSize(16).startsWith(own, large.getFirst());
        assertThat(found.tools().stream().mapToInt(ToolBudget::size).sum()).isLessThanOrEqualTo(ToolBudget.MOST_BYTES);
        assertThat(found.absent())
                .hasSize(25)
                .contains(new ToolSelection.Absent("b/n39", "more than 512 KiB of tools"));
    }

    @Test
    void countsTheEncodedDescriptor() {
        assertThat(ToolBudget.size(facts("n", "é", "")) - ToolBudget.size(facts("n", "e", "")))
                .isEqualTo(1);
        assertThat(ToolBudget.size(facts("n", "\u0001", "")) - ToolBudget.size(facts("n", "e", "")))
                .isEqualTo(5);
    }

    private static ToolDescriptor facts(String id, String description, String schema) {
        return new ToolDescriptor(
                id,
                id.replace('/', '_'),
                "test",
                description,
                JsonNodeFactory.instance.objectNode().put("title", schema));
    }

    private record FixedToolSource(List<ToolDescriptor> facts) implements ToolSource {
        @Override
        public boolean owns(String toolId) {
            return true;
        }

        @Override
        public Uni<ToolSelection> find(ToolQuery question) {
            return Uni.createFrom().item(new ToolSelection(facts, List.of()));
        }

        @Override
        public Uni<ToolOutcome> call(ToolInvocation invocation) {
            return Uni.createFrom().item(ToolOutcome.answered("called"));
        }
    }

    private ToolOutcome called(String id) {
        ToolCaller caller = new ToolCaller(
                "ws-1",
                ClaimedRuns.claimed().runId(),
                1,
                ClaimedRuns.PROBE,
                "bot-1",
                null,
                null,
                AgentResources.none());
        return composite
                .call(new ToolInvocation(
                        caller,
                        id,
                        JsonNodeFactory.instance.objectNode(),
                        "1/call/1",
                        Duration.ofSeconds(1),
                        () -> true))
                .await()
                .indefinitely();
    }

    private static ToolQuery question(String... tools) {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(tools), List.of(), List.of(), List.of(), List.of(), List.of(), null);
        return new ToolQuery("ws-1", policy.tools(), policy, AgentRunnerCapabilities.of(Map.of()));
    }

    private record Source(String ownId, String... names) implements ToolSource {
        @Override
        public boolean owns(String toolId) {
            return toolId.startsWith(ownId);
        }

        @Override
        public Uni<ToolSelection> find(ToolQuery question) {
            List<ToolDescriptor> facts = new ArrayList<>();
            for (String name : names) {
                facts.add(new ToolDescriptor(ownId + name, name, "test", null, JsonNodeFactory.instance.objectNode()));
            }
            return Uni.createFrom().item(new ToolSelection(facts, List.of()));
        }

        @Override
        public Uni<ToolOutcome> call(ToolInvocation invocation) {
            return Uni.createFrom().item(ToolOutcome.answered(ownId + " was called"));
        }
    }
}
