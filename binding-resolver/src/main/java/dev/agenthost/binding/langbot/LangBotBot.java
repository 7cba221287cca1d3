package dev.agenthost.binding.langbot;

import org.jspecify.annotations.Nullable;

/**
 * A bot of LangBot.
 *
 * @param pipeline the uuid of the bot's pipeline; null if the bot has none
 * @param enabled true if LangBot enables it
 */
record LangBotBot(String id, @Nullable String pipeline, boolean enabled) {}
