package dev.agenthost.orchestrator.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.orchestrator.Runs;
import dev.agenthost.protocol.failure.FailureCode;
import dev.agenthost.protocol.resource.AgentResources;
import dev.agenthost.protocol.run.ResourcePolicy;
import dev.agenthost.protocol.runner.AgentRunnerCapabilities;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolShelfTest {
    private final ToolShelf shelf =
            new ToolShelf(List.of(new Source("a/", "a__x", "a__y"), new Source("b/", "b__x", "a__y")));

    @Test
    void allSourcesAreAskedAndTheirToolsAreInTheirOrder() {
        ToolFindings found = shelf.find(question("a/x", "b/x")).await().indefinitely();

        assertThat(found.tools().stream().map(ToolFacts::name)).containsExactly("a__x", "a__y", "b__x");
        assertThat(found.absent()).containsExactly(new ToolFindings.Absent("b/a__y", "its name is taken"));
    }

    @Test
    void whatNobodyOwnsIsAbsent() {
        ToolFindings found = shelf.find(question("a/x", "c/x", "bare")).await().indefinitely();

        assertThat(found.absent().stream().map(ToolFindings.Absent::named)).contains("c/x", "bare");
    }

    @Test
    void aCallGoesToItsOwner() {
        assertThat(called("b/x")).isEqualTo(ToolAnswer.said("b/ was called"));
        assertThat(called("c/x")).isInstanceOfSatisfying(ToolAnswer.Refused.class, refused -> assertThat(
                        refused.error().code())
                .isEqualTo(FailureCode.NOT_FOUND.wire()));
    }

    @Test
    void aRunHasSoManyToolsAndNoMore() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < ToolBudget.MOST_TOOLS + 3; i++) {
            names.add("n" + i);
        }
        ToolFindings found = new ToolShelf(List.of(new Source("a/", names.toArray(String[]::new))))
                .find(question("a/*"))
                .await()
                .indefinitely();

        assertThat(found.tools()).hasSize(ToolBudget.MOST_TOOLS);
        assertThat(found.absent()).hasSize(3);
    }

    /** Four kibibytes of description and thirty of schema, as often as a server likes. */
    @Test
    void allToolsOfARunTogetherSaySoMuchAndNoMore() {
        List<ToolFacts> large = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            large.add(facts("b/n" + i, "x".repeat(4 * 1024), "y".repeat(30 * 1024)));
        }
        ToolFacts ours = facts("activate", "reads a skill", "");

        ToolFindings found = new ToolShelf(List.of(new Told(List.of(ours)), new Told(large)))
                .find(question("b/*"))
                .await()
                .indefinitely();

        assertThat(found.tools()).hasSize(16).startsWith(ours, large.getFirst());
        assertThat(found.tools().stream().mapToInt(ToolBudget::size).sum()).isLessThanOrEqualTo(ToolBudget.MOST_BYTES);
        assertThat(found.absent()).hasSize(25).contains(new ToolFindings.Absent("b/n39", "more than 512 KiB of tools"));
    }

    @Test
    void whatIsSaidIsCountedAsItIsSent() {
        assertThat(ToolBudget.size(facts("n", "é", "")) - ToolBudget.size(facts("n", "e", "")))
                .isEqualTo(1);
        assertThat(ToolBudget.size(facts("n", "\u0001", "")) - ToolBudget.size(facts("n", "e", "")))
                .isEqualTo(5);
    }

    private static ToolFacts facts(String id, String description, String schema) {
        return new ToolFacts(
                id,
                id.replace('/', '_'),
                "test",
                description,
                JsonNodeFactory.instance.objectNode().put("title", schema));
    }

    private record Told(List<ToolFacts> facts) implements ToolSource {
        @Override
        public boolean owns(String toolId) {
            return true;
        }

        @Override
        public Uni<ToolFindings> find(ToolQuestion question) {
            return Uni.createFrom().item(new ToolFindings(facts, List.of()));
        }

        @Override
        public Uni<ToolAnswer> call(ToolAsking asking) {
            return Uni.createFrom().item(ToolAnswer.said("called"));
        }
    }

    private ToolAnswer called(String id) {
        ToolCaller caller = new ToolCaller(
                "ws-1", Runs.claimed().runId(), 1, Runs.PROBE, "bot-1", null, null, AgentResources.none());
        return shelf.call(new ToolAsking(
                        caller,
                        id,
                        JsonNodeFactory.instance.objectNode(),
                        "1/call/1",
                        Duration.ofSeconds(1),
                        () -> true))
                .await()
                .indefinitely();
    }

    private static ToolQuestion question(String... tools) {
        ResourcePolicy policy = new ResourcePolicy(
                List.of(), List.of(tools), List.of(), List.of(), List.of(), List.of(), List.of(), null);
        return new ToolQuestion("ws-1", policy.tools(), policy, AgentRunnerCapabilities.of(Map.of()));
    }

    private record Source(String mine, String... names) implements ToolSource {
        @Override
        public boolean owns(String toolId) {
            return toolId.startsWith(mine);
        }

        @Override
        public Uni<ToolFindings> find(ToolQuestion question) {
            List<ToolFacts> facts = new ArrayList<>();
            for (String name : names) {
                facts.add(new ToolFacts(mine + name, name, "test", null, JsonNodeFactory.instance.objectNode()));
            }
            return Uni.createFrom().item(new ToolFindings(facts, List.of()));
        }

        @Override
        public Uni<ToolAnswer> call(ToolAsking asking) {
            return Uni.createFrom().item(ToolAnswer.said(mine + " was called"));
        }
    }
}
