package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Agent;
import dev.agenthost.binding.catalog.AgentDocument;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** An agent as it is stored. */
@Entity
@Table(schema = "bindings", name = "agents")
@IdClass(AgentRowId.class)
public class AgentRow extends PanacheEntityBase implements DocumentRow<Agent> {
    @Id
    @Column(name = "workspace_id")
    public String workspaceId;

    @Id
    @Column(name = "agent_id")
    public String agentId;

    public int version;

    public String document;

    static AgentRow of(Agent agent) {
        AgentRow row = new AgentRow();
        row.workspaceId = agent.workspaceId();
        row.agentId = agent.agentId();
        row.take(agent);
        return row;
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public Agent value() {
        return AgentDocument.KIND.restored(document, agentId, workspaceId);
    }

    @Override
    public void take(Agent agent) {
        version = agent.version();
        document = AgentDocument.KIND.text(agent);
    }
}
