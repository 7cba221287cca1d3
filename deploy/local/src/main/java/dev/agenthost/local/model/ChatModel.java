package dev.agenthost.local.model;

import org.jspecify.annotations.Nullable;

/** Where the box's own agent asks. */
public sealed interface ChatModel {
    /** Nowhere: the box has no agent that asks a model. */
    record None() implements ChatModel {}

    /** An OpenAI-compatible endpoint. */
    sealed interface Endpoint extends ChatModel {
        /** What stands before {@code /chat/completions}. */
        String baseUrl();

        /** As the endpoint calls it. */
        String name();
    }

    /**
     * The one that comes with the box, on loopback.
     *
     * @param port where it listens in this start
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
     * One that the owner named.
     *
     * @param key null where the endpoint asks for none
     */
    record Named(String baseUrl, String name, @Nullable String key) implements Endpoint {
        /** Without the key. */
        @Override
        public String toString() {
            return "Named[" + baseUrl + ", " + name + "]";
        }
    }
}
