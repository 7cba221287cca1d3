package dev.agenthost.delivery.send;

/** Tells that there is something to send; never blocks. */
public interface Wakeup {

    void wake();
}
