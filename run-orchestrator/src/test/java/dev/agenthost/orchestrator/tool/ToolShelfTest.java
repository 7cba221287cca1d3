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
        for (int i = 0; i < ToolShelf.MOST + 3; i++) {
            names.add("n" + i);
        }
        ToolFindings found = new ToolShelf(List.of(new Source("a/", names.toArray(String[]::new))))
                .find(question("a/*"))
                .await()
                .indefinitely();

        assertThat(found.tools()).hasSize(ToolShelf.MOST);
        assertThat(found.absent()).hasSize(3);
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
        return new ToolQuestion("ws-1", policy, AgentRunnerCapabilities.of(Map.of()));
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
