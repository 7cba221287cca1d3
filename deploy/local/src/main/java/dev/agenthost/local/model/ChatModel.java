package dev.agenthost.local.model;

import org.jspecify.annotations.Nullable;

/** The model of the box's own agent. */
public sealed interface ChatModel {
    /** No model: the box has no agent that calls one. */
    record None() implements ChatModel {}

    /** An OpenAI-compatible endpoint. */
    sealed interface Endpoint extends ChatModel {
        /** The address before {@code /chat/completions}. */
        String baseUrl();

        /** The name of the model at the endpoint. */
        String name();
    }

    /**
     * The scripted model of the box, on loopback.
     *
     * @param port of its listener in this start
     */
    record Scripted(int port) implements Endpoint {
        @Override
        public String baseUrl() {
            return "http://127.0.0.1:" + port + "/v1";
        }

        @Override
        public String name() {
            return "scripted";
        }
    }

    /**
     * A model that the owner of the box configured.
     *
     * @param key null if the endpoint requires none
     */
    record Named(String baseUrl, String name, @Nullable String key) implements Endpoint {
        /** Without the key. */
        @Override
        public String toString() {
            return "Named[" + baseUrl + ", " + name + "]";
        }
    }
}
