package dev.agenthost.orchestrator.hostapi.dispatch;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The actions of the wire protocol that a runner may request. */
public enum HostAction {
    GET_LANGBOT_VERSION("get_langbot_version", Kind.READ),
    STATE_GET("state_get", Kind.READ),
    STATE_SET("state_set", Kind.EFFECT),
    STATE_DELETE("state_delete", Kind.EFFECT),
    STATE_LIST("state_list", Kind.READ),
    /** An action of Agent Host; LangBot's wires do not have it. */
    STATE_APPLY("state_apply", Kind.EFFECT),
    HISTORY_PAGE("history_page", Kind.READ),
    HISTORY_SEARCH("history_search", Kind.READ),
    EVENT_GET("event_get", Kind.READ),
    EVENT_PAGE("event_page", Kind.READ),
    RUN_GET("run_get", Kind.READ),
    GET_PROMPT("get_prompt", Kind.READ),
    RUN_LIST("run_list", Kind.READ),
    RUN_CANCEL("run_cancel", Kind.EFFECT),
    INVOKE_LLM("invoke_llm", Kind.OUT),
    INVOKE_LLM_STREAM("invoke_llm_stream", Kind.OUT),
    INVOKE_RERANK("invoke_rerank", Kind.OUT),
    COUNT_TOKENS("count_tokens", Kind.OUT),
    GET_TOOL_DETAIL("get_tool_detail", Kind.READ),
    CALL_TOOL("call_tool", Kind.OUT),
    RETRIEVE_KNOWLEDGE("retrieve_knowledge_base", Kind.READ),
    SET_PLUGIN_STORAGE("set_plugin_storage", Kind.EFFECT),
    GET_PLUGIN_STORAGE("get_plugin_storage", Kind.READ),
    GET_PLUGIN_STORAGE_KEYS("get_plugin_storage_keys", Kind.READ),
    DELETE_PLUGIN_STORAGE("delete_plugin_storage", Kind.EFFECT),
    SET_WORKSPACE_STORAGE("set_workspace_storage", Kind.EFFECT),
    GET_WORKSPACE_STORAGE("get_workspace_storage", Kind.READ),
    GET_WORKSPACE_STORAGE_KEYS("get_workspace_storage_keys", Kind.READ),
    DELETE_WORKSPACE_STORAGE("delete_workspace_storage", Kind.EFFECT),
    SET_BINARY_STORAGE("set_binary_storage", Kind.EFFECT),
    GET_BINARY_STORAGE("get_binary_storage", Kind.READ),
    GET_BINARY_STORAGE_KEYS("get_binary_storage_keys", Kind.READ),
    DELETE_BINARY_STORAGE("delete_binary_storage", Kind.EFFECT),
    ARTIFACT_METADATA("artifact_metadata", Kind.READ),
    ARTIFACT_READ("artifact_read", Kind.READ),
    /** An action of Agent Host; LangBot's wires do not have it. */
    ARTIFACT_UPLOAD_TOKEN("artifact_upload_token", Kind.READ),
    GET_CONFIG_FILE("get_config_file", Kind.READ),
    /** An action of Agent Host; LangBot's wires do not have it, nor the two for timers. */
    RUN_DELEGATE("run_delegate", Kind.EFFECT),
    TIMER_SET("timer_set", Kind.EFFECT),
    TIMER_CANCEL("timer_cancel", Kind.EFFECT),
    STEERING_PULL("steering_pull", Kind.TAKE),
    RUN_EVENTS_PAGE("run_events_page", Kind.READ);

    /** The effect of an action on the calling run. */
    public enum Kind {
        READ,
        /** Changes data: the run counts as touched before the call is served. */
        EFFECT,
        /** Takes an item out of a queue: an effect if there is an item. */
        TAKE,
        /** Calls an external service, whose answer decides if a retry is permitted. */
        OUT
    }

    private static final Map<String, HostAction> BY_WIRE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(HostAction::wire, Function.identity()));

    private final String wire;
    private final Kind kind;

    HostAction(String wire, Kind kind) {
        this.wire = wire;
        this.kind = kind;
    }

    public String wire() {
        return wire;
    }

    public Kind kind() {
        return kind;
    }

    /** True if a call changes something, or calls a model or a tool. {@code count_tokens} calls neither: the host counts. */
    public boolean hasEffect() {
        return kind == Kind.EFFECT || kind == Kind.OUT && this != COUNT_TOKENS;
    }

    /** True if a call changes state, which context-store commits together with the audit entry of the call. */
    public boolean changesState() {
        return this == STATE_SET || this == STATE_DELETE || this == STATE_APPLY;
    }

    public static Optional<HostAction> ofWire(String wire) {
        return Optional.ofNullable(BY_WIRE.get(wire));
    }
}
