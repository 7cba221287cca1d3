package dev.agenthost.actiongraph.action;

import dev.agenthost.actiongraph.reference.LocatedReference;
import java.util.List;

/**
 * An action with the places that later checks report.
 *
 * @param action the action
 * @param path its JSON path
 * @param dependsMember the member that has its dependencies, {@code depends_on} or {@code depends}
 * @param references all its references with their places, those of conditions and loops included
 */
public record DeclaredAction(Action action, String path, String dependsMember, List<LocatedReference> references) {
    public DeclaredAction {
        references = List.copyOf(references);
    }
}
