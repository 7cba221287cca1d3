package dev.agenthost.binding.langbot;

import org.jspecify.annotations.Nullable;

/**
 * A bot of LangBot.
 *
 * @param pipeline the uuid of the pipeline that answers for it; null where none does
 * @param enabled whether LangBot lets it answer
 */
record LangBotBot(String id, @Nullable String pipeline, boolean enabled) {}
