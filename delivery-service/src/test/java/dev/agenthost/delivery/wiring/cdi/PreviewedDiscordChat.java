package dev.agenthost.delivery.wiring.cdi;

import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.testkit.discord.DiscordFault;
import dev.agenthost.testkit.discord.DiscordMessage;
import java.util.List;
import java.util.Random;

/** A channel of Discord with a run whose answer is previewed, and the part that follows. */
final class PreviewedDiscordChat extends PreviewedChat {
    private static int next = 50_000;

    private final DiscordFixture fixture;
    final String channel = Integer.toString(next++);
    final String asked;

    PreviewedDiscordChat(DiscordFixture fixture) {
        super(fixture, BotPlatform.DISCORD, 2);
        this.fixture = fixture;
        asked = fixture.discord.write(channel);
        target.put("channel_id", channel);
        fixture.discord.clearFaults();
    }

    /** One call in three has a fault. */
    void fault(Random random) {
        switch (random.nextInt(12)) {
            case 0 -> fixture.discord.failNext(new DiscordFault.LostAnswer());
            case 1 -> fixture.discord.failNext(new DiscordFault.LostCall());
            case 2 -> fixture.discord.failNext(new DiscordFault.ServerError());
            case 3 -> fixture.discord.failNext(new DiscordFault.TooManyRequests(1, "user"));
            default -> {}
        }
    }

    List<DiscordMessage> shown() {
        return fixture.shown(channel);
    }

    List<String> texts() {
        return shown().stream().map(DiscordMessage::content).toList();
    }
}
