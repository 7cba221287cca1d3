package dev.agenthost.binding.catalog.postgres;

/** The key of a binding's row. */
public record BindingRowId(String workspaceId, String bindingId) {}
