package dev.agenthost.binding.binding.postgres;

import dev.agenthost.binding.binding.Binding;
import dev.agenthost.binding.binding.BindingDocument;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.nio.charset.StandardCharsets;

/** A binding as it is stored; never leaves this folder. */
@Entity
@Table(schema = "bindings", name = "bindings")
@IdClass(BindingRowId.class)
public class BindingRow extends PanacheEntityBase {
    @Id
    @Column(name = "workspace_id")
    public String workspaceId;

    @Id
    @Column(name = "binding_id")
    public String bindingId;

    @Column(name = "agent_id")
    public String agentId;

    public int version;

    public String document;

    static BindingRow of(Binding binding) {
        BindingRow row = new BindingRow();
        row.workspaceId = binding.workspaceId();
        row.bindingId = binding.bindingId();
        row.take(binding);
        return row;
    }

    void take(Binding binding) {
        agentId = binding.agentId();
        version = binding.version();
        document = new String(ProtocolCodec.encode(BindingDocument.of(binding)), StandardCharsets.UTF_8);
    }

    Binding binding() {
        try {
            return binding(document, workspaceId, bindingId);
        } catch (UndecodableException e) {
            throw new IllegalStateException("the stored binding " + bindingId + " cannot be read", e);
        }
    }

    /** What a column holds, for readers that go past Hibernate. */
    public static Binding binding(String document, String workspaceId, String bindingId) throws UndecodableException {
        return ProtocolCodec.decode(document.getBytes(StandardCharsets.UTF_8), BindingDocument.class)
                .binding(bindingId, workspaceId);
    }
}
