package io.lambdafs.openwhisk.platform.pool;

/** A decision of the {@link ContainerPool}, as a value. */
sealed interface PoolEffect {
    void applyTo(PoolActuator actuator);

    record Create(long instance, Action action, String call) implements PoolEffect {
        @Override
        public void applyTo(PoolActuator actuator) {
            actuator.create(instance, action, call);
        }
    }

    record Run(long instance, String call, boolean resume) implements PoolEffect {
        @Override
        public void applyTo(PoolActuator actuator) {
            actuator.run(instance, call, resume);
        }
    }

    record Pause(long instance) implements PoolEffect {
        @Override
        public void applyTo(PoolActuator actuator) {
            actuator.pause(instance);
        }
    }

    record Destroy(long instance) implements PoolEffect {
        @Override
        public void applyTo(PoolActuator actuator) {
            actuator.destroy(instance);
        }
    }

    record Reject(String call) implements PoolEffect {
        @Override
        public void applyTo(PoolActuator actuator) {
            actuator.reject(call);
        }
    }
}
