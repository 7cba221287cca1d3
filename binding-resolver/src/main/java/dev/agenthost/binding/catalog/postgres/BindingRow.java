package dev.agenthost.binding.catalog.postgres;

import dev.agenthost.binding.catalog.Binding;
import dev.agenthost.binding.catalog.BindingDocument;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A binding as it is stored. */
@Entity
@Table(schema = "bindings", name = "bindings")
@IdClass(BindingRowId.class)
public class BindingRow extends PanacheEntityBase implements DocumentRow<Binding> {
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

    @Override
    public int version() {
        return version;
    }

    @Override
    public Binding value() {
        return BindingDocument.KIND.restored(document, bindingId, workspaceId);
    }

    @Override
    public void take(Binding binding) {
        agentId = binding.agentId();
        version = binding.version();
        document = BindingDocument.KIND.text(binding);
    }
}
