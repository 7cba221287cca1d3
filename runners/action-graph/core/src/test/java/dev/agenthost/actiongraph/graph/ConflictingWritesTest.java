package dev.agenthost.actiongraph.graph;

import static dev.agenthost.actiongraph.graph.Graphs.action;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.actiongraph.action.WriteConflict;
import dev.agenthost.actiongraph.action.WriteConflicts;
import dev.agenthost.actiongraph.declaration.DecisionChoice;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the treatment of actions that write one resource. */
class ConflictingWritesTest {
    private static final String LOOP = "'loop':{'for_each':'input:user.list','max_iterations':3,'max_parallel':2}";
    private static final String WRITES = "'resources':{'writes':['file:x']}";

    @Test
    void theLaterWriterWaitsForTheEarlierOne() {
        GraphSession graph = graph("", action("a", WRITES), action("b", WRITES), action("c", ""));

        assertThat(graph.on(new GraphInput.Begin()))
                .containsExactly(new GraphEffect.Start("a", 1), new GraphEffect.Start("c", 1));
        assertThat(graph.on(new GraphInput.Completed("c"))).isEmpty();
        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
    }

    @Test
    void aWriterHoldsItsResourceBetweenTwoAttemptsAndWhileItWaits() {
        String retry = ",'failure_policy':{'retry':{'max_attempts':2,'delay_seconds':1}}";
        GraphSession retries = graph("", action("a", WRITES + retry), action("b", WRITES));
        retries.on(new GraphInput.Begin());
        assertThat(retries.on(new GraphInput.Failed("a"))).noneMatch(GraphEffect.Start.class::isInstance);

        GraphSession waits = graph("", action("a", WRITES), action("b", WRITES));
        waits.on(new GraphInput.Begin());
        assertThat(waits.on(new GraphInput.Suspended("a", 0, 1, Suspension.ASSIGNMENT)))
                .isEmpty();

        GraphSession asks =
                graph("", action("a", WRITES + ",'permission_policy':{'requires_approval':true}"), action("b", WRITES));
        assertThat(asks.on(new GraphInput.Begin())).noneMatch(GraphEffect.Start.class::isInstance);
    }

    @Test
    void aDependencyIsNoConflict() {
        GraphSession graph = graph(
                "'conflict_resolution':'block',",
                action("a", WRITES),
                action("m", "'depends_on':'a'"),
                action("b", WRITES + ",'depends_on':'m'"));

        assertThat(WriteConflicts.of(graph.graph().actions())).isEmpty();
    }

    @Test
    void aReaderIsNoConflict() {
        GraphSession graph = graph("", action("a", WRITES), action("b", "'resources':{'reads':['file:x']}"));

        assertThat(WriteConflicts.of(graph.graph().actions())).isEmpty();
    }

    @Test
    void theLaterWriterIsBlockedUntilADecision() {
        GraphSession graph = graph("'conflict_resolution':'block',", action("a", WRITES), action("b", WRITES));
        graph.on(new GraphInput.Begin());
        assertThat(graph.action("b").reason()).isEqualTo(StatusReason.CONFLICT);
        assertThat(graph.on(new GraphInput.Completed("a")))
                .containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));

        assertThat(graph.on(new GraphInput.Decided("b", DecisionChoice.RETRY)))
                .containsExactly(new GraphEffect.Start("b", 1));
    }

    @Test
    void aDecisionDoesNotLetTwoWritersRunAtOnce() {
        GraphSession graph = graph("'conflict_resolution':'block',", action("a", WRITES), action("b", WRITES));
        graph.on(new GraphInput.Begin());

        assertThat(graph.on(new GraphInput.Decided("b", DecisionChoice.RETRY))).isEmpty();
        assertThat(graph.on(new GraphInput.Completed("a"))).containsExactly(new GraphEffect.Start("b", 1));
    }

    @Test
    void aDeclarationCanRefuseConflicts() {
        assertThat(refusals(action("a", WRITES), action("b", WRITES)))
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.rule()).isEqualTo(Rule.RESOURCE_CONFLICT);
                    assertThat(error.path()).isEqualTo("$.payload.actions[1].resources.writes");
                    assertThat(error.message()).contains("file:x", "a");
                });
    }

    @Test
    void iterationsThatWriteOneResourceRunOneAfterTheOther() {
        GraphSession graph =
                loop("", LOOP + "," + WRITES + ",'failure_policy':{'retry':{'max_attempts':2,'delay_seconds':1}}");

        assertThat(graph.on(new GraphInput.Begin())).containsExactly(new GraphEffect.Start("a", 0, 1));
        assertThat(graph.on(new GraphInput.Failed("a", 0, 1, AttemptUsage.NONE)))
                .as("a retry holds the resource")
                .containsExactly(new GraphEffect.RetryAfter("a", 0, Duration.ofSeconds(1)));
        assertThat(graph.on(new GraphInput.RetryDue("a", 0))).containsExactly(new GraphEffect.Start("a", 0, 2));
        assertThat(graph.on(new GraphInput.Suspended("a", 0, 2, Suspension.ASSIGNMENT)))
                .as("an iteration that waits holds it, too")
                .isEmpty();
        assertThat(graph.on(new GraphInput.Completed("a", 0, 2, AttemptUsage.NONE)))
                .containsExactly(new GraphEffect.Start("a", 1, 1));
    }

    @Test
    void iterationsThatReadRunAtTheSameTime() {
        assertThat(loop("", LOOP + ",'resources':{'reads':['file:x']}").on(new GraphInput.Begin()))
                .hasSize(2);
    }

    @Test
    void aLoopThatWritesIsBlockedUntilADecisionUnlessItHasOneIteration() {
        GraphSession graph = loop("'conflict_resolution':'block',", LOOP + "," + WRITES);

        assertThat(graph.on(new GraphInput.Begin())).containsExactly(new GraphEffect.Report(GraphStatus.BLOCKED));
        assertThat(graph.action("a").reason()).isEqualTo(StatusReason.CONFLICT);
        assertThat(graph.on(new GraphInput.Decided("a", DecisionChoice.RETRY)))
                .containsExactly(new GraphEffect.Start("a", 0, 1));
        assertThat(loop("'conflict_resolution':'block',", LOOP + "," + WRITES)
                        .withSize(1)
                        .on(new GraphInput.Begin()))
                .containsExactly(new GraphEffect.Start("a", 0, 1));
    }

    @Test
    void aDeclarationCanRefuseIterationsThatWriteAtTheSameTime() {
        assertThat(refusals(action("a", LOOP + "," + WRITES))).singleElement().satisfies(error -> {
            assertThat(error.rule()).isEqualTo(Rule.RESOURCE_CONFLICT);
            assertThat(error.path()).isEqualTo("$.payload.actions[0].loop.max_parallel");
            assertThat(error.message()).contains("file:x", "must be 1");
        });
        assertThat(refusals(action("a", LOOP.replace(",'max_parallel':2", "") + "," + WRITES)))
                .isEmpty();
    }

    private static GraphSession loop(String policies, String members) {
        return graph(policies, action("a", members)).withSize(3);
    }

    @Test
    void aConflictNamesItsResource() {
        GraphSession graph = graph("", action("a", WRITES), action("b", WRITES));

        assertThat(WriteConflicts.of(graph.graph().actions())).containsExactly(new WriteConflict("file:x", "a", "b"));
    }

    private static List<Violation> refusals(String... actions) {
        String json = ("{'type':'agent.protocol','version':'1','intent':'execute','conflict_resolution':'refuse',"
                        + "'payload':{'type':'action_graph','actions':["
                        + String.join(",", actions) + "]}}")
                .replace('\'', '"');
        ReferenceScope scope = new ReferenceScope(Set.of(), Set.of("user"), Set.of(), Set.of(), Set.of(), Map.of());
        return new DeclarationReader(scope).read(json) instanceof DeclarationResult.Invalid invalid
                ? invalid.errors()
                : List.of();
    }

    private static GraphSession graph(String policies, String... actions) {
        return new GraphSession(RuntimePolicy.of(4), policies, actions);
    }
}
