package dev.agenthost.actiongraph.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import dev.agenthost.actiongraph.validation.Rule;
import dev.agenthost.actiongraph.validation.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of all graphs: a graph whose edges go back is valid, and one more edge forward makes a cycle. */
class GraphPropertyTest {
    /**
     * An edge between two of ten actions.
     *
     * @param isReference true for a reference, false for {@code depends_on}
     */
    record Edge(int from, int to, boolean isReference) {}

    @Property(tries = 300)
    void aGraphWithoutCyclesIsValid(@ForAll("edges") List<Edge> edges) {
        ActionGraph graph = (ActionGraph)
                ((DeclarationResult.Valid) read(edges)).declaration().payload();

        Map<String, Set<String>> dependencies = graph.dependencies();
        for (Edge edge : edges) {
            assertThat(dependencies.get("a" + edge.from())).contains("a" + edge.to());
        }
        assertThat(dependencies.values().stream().mapToInt(Set::size).sum())
                .isEqualTo(edges.stream()
                        .map(edge -> edge.from() * 10 + edge.to())
                        .distinct()
                        .count());
    }

    @Property(tries = 300)
    void anEdgeThatClosesACycleIsFound(@ForAll("edges") List<Edge> edges, @ForAll boolean isReference) {
        if (edges.isEmpty()) {
            return;
        }
        Edge first = edges.getFirst();
        List<Edge> closed = new ArrayList<>(edges);
        closed.add(new Edge(first.to(), first.from(), isReference));

        DeclarationResult.Invalid result = (DeclarationResult.Invalid) read(closed);

        assertThat(result.errors()).isNotEmpty().extracting(Violation::rule).containsOnly(Rule.DEPENDENCY_CYCLE);
    }

    @Provide
    Arbitrary<List<Edge>> edges() {
        return Arbitraries.integers()
                .between(1, 9)
                .flatMap(from -> Arbitraries.integers().between(0, from - 1).flatMap(to -> Arbitraries.of(true, false)
                        .map(kind -> new Edge(from, to, kind))))
                .list()
                .ofMaxSize(20);
    }

    private static DeclarationResult read(List<Edge> edges) {
        ObjectNode declaration = JsonNodeFactory.instance
                .objectNode()
                .put("type", "agent.protocol")
                .put("version", "1")
                .put("intent", "execute");
        ArrayNode actions =
                declaration.putObject("payload").put("type", "action_graph").putArray("actions");
        for (int i = 0; i < 10; i++) {
            ObjectNode action = actions.addObject().put("type", "action").put("id", "a" + i);
            ArrayNode dependsOn = action.putArray("depends_on");
            ArrayNode input = action.putArray("input");
            int id = i;
            edges.stream().filter(edge -> edge.from() == id).forEach(edge -> (edge.isReference() ? input : dependsOn)
                    .add(edge.isReference() ? "action:a" + edge.to() + ".output" : "a" + edge.to()));
        }
        return new DeclarationReader(ReferenceScope.EMPTY).read(declaration);
    }
}
