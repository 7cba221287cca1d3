package dev.agenthost.binding.agent.postgres;

import dev.agenthost.binding.agent.Agent;
import dev.agenthost.binding.agent.AgentDocument;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;

/** An agent as it is stored; never leaves this folder. */
@Entity
@Table(schema = "bindings", name = "agents")
@IdClass(AgentRowId.class)
public class AgentRow extends PanacheEntityBase {
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

    void take(Agent agent) {
        version = agent.version();
        document = new String(ProtocolCodec.encode(AgentDocument.of(agent)), StandardCharsets.UTF_8);
    }

    Agent agent() {
        try {
            return agent(document, workspaceId, agentId);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the stored agent " + agentId + " cannot be read", e);
        }
    }

    /** What a column holds, for readers that go past Hibernate. */
    public static Agent agent(String document, String workspaceId, String agentId) throws UndecodableException {
        return ProtocolCodec.decode(document.getBytes(StandardCharsets.UTF_8), AgentDocument.class)
                .agent(agentId, workspaceId);
    }
}
