"""Long runs by hand: ``python -m tests.campaign.NAME``. The suite runs samples of them."""
