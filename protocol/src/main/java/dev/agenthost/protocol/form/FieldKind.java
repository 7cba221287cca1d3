package dev.agenthost.protocol.form;

import java.util.Map;

/** The shape of a field's value; several types of LangBot's {@code DynamicFormItemType} share a kind. */
public enum FieldKind {
    TEXT,
    INTEGER,
    NUMBER,
    BOOLEAN,
    /** One of its options. */
    SELECT,
    TEXTS,
    /** Any JSON. */
    JSON,
    /** A secret, which a configuration holds by its name only. */
    SECRET,
    /** The id of an object that is stored elsewhere, or {@code __none__}. */
    ID,
    IDS,
    ID_OR_IDS,
    /** A model and its fallbacks. */
    FALLBACK,
    FILE,
    FILES,
    /** A text, or a list of messages. */
    PROMPT,
    /** An unknown or display-only type; its value is not checked. */
    ANY;

    private static final Map<String, FieldKind> BY_TYPE = Map.ofEntries(
            Map.entry("string", TEXT),
            Map.entry("text", TEXT),
            Map.entry("integer", INTEGER),
            Map.entry("float", NUMBER),
            Map.entry("number", NUMBER),
            Map.entry("boolean", BOOLEAN),
            Map.entry("select", SELECT),
            Map.entry("array[string]", TEXTS),
            Map.entry("json", JSON),
            Map.entry("secret", SECRET),
            Map.entry("password", SECRET),
            Map.entry("llm-model-selector", ID),
            Map.entry("embedding-model-selector", ID),
            Map.entry("rerank-model-selector", ID),
            Map.entry("knowledge-base-selector", ID),
            Map.entry("bot-selector", ID),
            Map.entry("knowledge-base-multi-selector", IDS),
            Map.entry("tools-selector", ID_OR_IDS),
            Map.entry("plugin-selector", ID_OR_IDS),
            Map.entry("model-fallback-selector", FALLBACK),
            Map.entry("file", FILE),
            Map.entry("array[file]", FILES),
            Map.entry("prompt-editor", PROMPT));

    static FieldKind ofType(String type) {
        return BY_TYPE.getOrDefault(type, ANY);
    }
}
