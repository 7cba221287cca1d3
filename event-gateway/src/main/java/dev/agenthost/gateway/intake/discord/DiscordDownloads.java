package dev.agenthost.gateway.intake.discord;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.client.DiscordFileDownload;
import dev.agenthost.im.discord.inbound.DiscordFile;
import dev.agenthost.protocol.bot.BotRegistration;

/** Downloads the files of messages. Their addresses are signed, so no token is needed. */
public final class DiscordDownloads {
    private final DiscordFileDownload client;

    public DiscordDownloads(DiscordFileDownload client) {
        this.client = client;
    }

    MessageFile file(BotRegistration bot, DiscordFile file) {
        return new MessageFile(
                file.id(),
                file.kind(),
                file.mimeType(),
                file.name(),
                file.size(),
                most -> client.download(DiscordApp.of(bot.options(), ""), file, most));
    }
}
