package dev.agenthost.sdk.ws;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;

/** A plugin's description in LangBot's JSON: the plugin's manifest and one component for each runner. */
final class PluginContainer {
    private PluginContainer() {}

    /** @param status {@code mounted} before the host initialised it, {@code initialized} after */
    static ObjectNode of(RunnerPlugin plugin, String status) {
        ObjectNode container = object();
        container.put("debug", false).put("install_source", "").set("install_info", object());
        container.set("manifest", component(pluginManifest(plugin), "manifest.yaml"));
        container.putNull("plugin_instance");
        container.put("enabled", true).put("priority", 0);
        container.set("plugin_config", object());
        container.put("status", status);
        ArrayNode components = container.putArray("components");
        plugin.runners().values().forEach(entry -> components.add(runner(entry.spec())));
        return container;
    }

    private static ObjectNode pluginManifest(RunnerPlugin plugin) {
        ObjectNode manifest = object();
        manifest.put("apiVersion", "langbot/v1").put("kind", "Plugin");
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("author", plugin.author()).put("name", plugin.name()).put("version", plugin.version());
        if (plugin.icon() != null) {
            // Declares that there is an icon; its type follows from its bytes.
            metadata.put("icon", "assets/icon");
        }
        metadata.putObject("label").put("en_US", plugin.name());
        metadata.putObject("description").put("en_US", plugin.name());
        ObjectNode spec = manifest.putObject("spec");
        spec.putArray("config");
        spec.putObject("components")
                .putObject("AgentRunner")
                .putArray("fromDirs")
                .addObject()
                .put("path", "components/agent_runner/")
                .put("maxDepth", 1);
        spec.putArray("pages");
        // A plugin in Java has no Python entry; the key is required.
        manifest.putObject("execution");
        return manifest;
    }

    private static ObjectNode runner(RunnerSpec spec) {
        ObjectNode manifest = object();
        manifest.put("apiVersion", "langbot/v1").put("kind", "AgentRunner");
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("name", spec.name());
        metadata.set("label", ProtocolCodec.tree(spec.label()));
        metadata.set("description", ProtocolCodec.tree(spec.description()));
        ObjectNode specNode = manifest.putObject("spec");
        specNode.set("capabilities", ProtocolCodec.tree(spec.capabilities()));
        specNode.set("permissions", ProtocolCodec.tree(spec.permissions()));
        specNode.set("config", ProtocolCodec.tree(spec.configSchema()));
        manifest.putObject("execution");

        ObjectNode component = object();
        component.set("manifest", component(manifest, "components/agent_runner/" + spec.name() + ".yaml"));
        component.putNull("component_instance");
        component.set("component_config", object());
        return component;
    }

    private static ObjectNode component(ObjectNode manifest, String path) {
        ObjectNode component = object();
        component.put("owner", "builtin").set("manifest", manifest);
        return component.put("rel_path", path);
    }

    private static ObjectNode object() {
        return ProtocolCodec.mapper().createObjectNode();
    }
}
