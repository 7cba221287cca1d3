package dev.agenthost.actiongraph.graph;

import dev.agenthost.actiongraph.declaration.ActionGraph;
import dev.agenthost.actiongraph.declaration.Declaration;
import dev.agenthost.actiongraph.declaration.DeclarationReader;
import dev.agenthost.actiongraph.declaration.DeclarationResult;
import dev.agenthost.actiongraph.reference.ReferenceScope;
import java.util.Set;

/** Declarations of graphs from JSON with single quotes. */
final class Graphs {
    private static final ReferenceScope SCOPE =
            new ReferenceScope(Set.of(), Set.of("user"), Set.of(), Set.of(), Set.of("run"));

    private Graphs() {}

    static Declaration declaration(String policies, String actions) {
        String json = ("{'type':'agent.protocol','version':'1','intent':'execute'," + policies
                        + "'payload':{'type':'action_graph','actions':[" + actions + "]}}")
                .replace('\'', '"');
        return ((DeclarationResult.Valid) new DeclarationReader(SCOPE).read(json)).declaration();
    }

    static String action(String id, String members) {
        return "{'type':'action','id':'" + id + "'" + (members.isEmpty() ? "" : "," + members) + "}";
    }

    static ActionGraph graph(Declaration declaration) {
        return (ActionGraph) declaration.payload();
    }
}
