"""Processes beside the app: the engine of workers, judging, the browser, orders to the seeds of a batch."""
